import type { Outgoing } from '../../domain/messages/index.ts';
import type { SendDeps, SendOutcome } from '../adapter.ts';
import { readJson } from './classify.ts';
import { basicAuth, messagesUrl, type Parts, partsOf } from './send.ts';
import type { SmsSettings } from './settings.ts';

/** Twilio's times are whole seconds. With a longer tolerance an earlier message with the same text could match. */
const SLACK_MS = 2_000;
const PAGE_SIZE = 100;

/**
 * Finds a lost send by recipient, sender, text, number of media files and time, because Twilio returns no id of ours. Only exactly one
 * match is an outcome. Two matches are not: the same text can be sent twice. No match is not either: the list lags behind, so the
 * message must not be sent again. Two sends of the same text at the same time can match each other: the caller must refuse an id that
 * another message has.
 */
export async function lookUp(
  { http }: SendDeps,
  settings: SmsSettings,
  message: Outgoing,
  since: Date,
): Promise<SendOutcome | undefined> {
  const parts = partsOf(message.content);
  if ('kind' in parts) return undefined;
  const url = `${messagesUrl(settings)}?${queryOf(settings, message, since)}`;
  const answer = await http.request({ method: 'GET', url, headers: { authorization: basicAuth(settings) } });
  if (answer.kind !== 'answered' || answer.status !== 200) return undefined;
  const page = readJson(answer.body);
  const found = matches(page, settings, parts, since);
  const isWhole = typeof page.next_page_uri !== 'string' || page.next_page_uri === '';
  const [only] = found;
  return only && found.length === 1 && isWhole ? { kind: 'accepted', vendorId: only } : undefined;
}

export function queryOf(settings: SmsSettings, message: Outgoing, since: Date): URLSearchParams {
  const day = new Date(since.getTime() - SLACK_MS).toISOString().slice(0, 10); // Twilio filters by days
  const query = new URLSearchParams({ To: message.to.value, 'DateSent>': day, PageSize: String(PAGE_SIZE) });
  if (settings.from) query.set('From', settings.from);
  return query;
}

/** Returns the ids of the messages on the page that match. */
export function matches(page: Record<string, unknown>, settings: SmsSettings, parts: Parts, since: Date): string[] {
  const rows: unknown[] = Array.isArray(page.messages) ? page.messages : [];
  return rows.flatMap((row) => {
    const { sid, body, direction, num_media, date_created, messaging_service_sid } = (row ?? {}) as Record<string, unknown>;
    const isOurs = typeof direction === 'string' && direction.startsWith('outbound');
    const isSender = !settings.messagingServiceSid || messaging_service_sid === settings.messagingServiceSid;
    const isSame = (body ?? '') === (parts.body ?? '') && Number(num_media ?? 0) === parts.mediaUrls.length;
    const isLater = Date.parse(String(date_created)) >= since.getTime() - SLACK_MS;
    return typeof sid === 'string' && isOurs && isSender && isSame && isLater ? [sid] : [];
  });
}
