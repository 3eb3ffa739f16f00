import type { ImapFlow } from 'imapflow';
import type { ProviderHttp } from '../../platform/provider-http.ts';
import type { Adapter, SendDeps } from '../adapter.ts';
import type { TokenDeps } from './access-token.ts';
import { needsTls, pinnedTo } from './dial.ts';
import { type Login, withLogin } from './login.ts';
import { vendorIdOf } from './message-id.ts';
import type { EmailSettings } from './settings.ts';

type Found = Awaited<ReturnType<NonNullable<Adapter<EmailSettings>['poll']>>>;

const MOST_MAILS = 200;
/** A larger mail is read up to this size. */
const MOST_MAIL_BYTES = 40 * 1_048_576;
/** After this many bytes or milliseconds the rest is left for the next poll. */
const POLL_BYTES = 32 * 1_048_576;
const POLL_MS = 15_000;
const DAY_MS = 86_400_000;

/**
 * Returns the mails since the cursor, oldest first, without marking them as read. The first poll returns unread mails since yesterday:
 * a mailbox can hold years. When the server has renumbered its mails (a new UIDVALIDITY), the mails of the last two days are read again.
 */
export async function poll(deps: TokenDeps, settings: EmailSettings, cursor: string | null): Promise<Found> {
  if (!settings.imapHost) return { found: [], cursor: cursor ?? '' };
  const { imapHost } = settings;
  const client = await withLogin(
    deps,
    settings,
    'imap',
    (login) => connected(deps.http, settings, imapHost, login),
    (error) => (error as { authenticationFailed?: boolean }).authenticationFailed === true,
  );
  try {
    const { uidValidity, uidNext } = await client.mailboxOpen(settings.imapMailbox, { readOnly: true });
    const position = readCursor(cursor, uidValidity);
    const uids = await newUids(client, position, deps.clock.now());
    const { found, last } = await readMails(client, uids.slice(0, MOST_MAILS), deps.clock);
    const isAll = last === uids.at(-1);
    const upTo = isAll ? Math.max(uidNext - 1, last ?? 0, position?.uid ?? 0) : (last ?? position?.uid ?? 0);
    return { found, cursor: `${uidValidity}:${upTo}` };
  } finally {
    client.close();
  }
}

/** Null for the first poll. `uid: null`: the mails were renumbered. */
type Position = { uid: number | null } | null;

export function readCursor(cursor: string | null, uidValidity: bigint): Position {
  const [, validity, uid] = /^(\d+):(\d+)$/.exec(cursor ?? '') ?? [];
  if (validity === undefined) return null;
  return { uid: BigInt(validity) === uidValidity ? Number(uid) : null };
}

async function newUids(client: ImapFlow, position: Position, now: Date): Promise<number[]> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const from = position?.uid ?? null;
  const query = from !== null ? { uid: `${from + 1}:*` } : position === null ? { seen: false, since: ago(1) } : { since: ago(2) };
  const uids = (await client.search(query, { uid: true })) || [];
  return uids.filter((uid) => from === null || uid > from).sort((a, b) => a - b); // "n:*" always names the last one too
}

/** Reads mails. Stops at the limits, or when the connection breaks after at least one mail. */
async function readMails(client: ImapFlow, uids: number[], clock: SendDeps['clock']) {
  const found: Found['found'] = [];
  const until = clock.now().getTime() + POLL_MS;
  let last: number | undefined;
  let bytes = 0;
  for (const uid of uids) {
    if (bytes >= POLL_BYTES || clock.now().getTime() >= until) break;
    try {
      const mail = await client.fetchOne(String(uid), { uid: true, source: { maxLength: MOST_MAIL_BYTES } }, { uid: true });
      const body = mail ? mail.source : undefined; // the mail can be deleted since the search
      if (body) found.push({ key: vendorIdOf(body), body });
      bytes += body?.length ?? 0;
      last = uid;
    } catch (error) {
      if (found.length === 0) throw error;
      break;
    }
  }
  return { found, last };
}

async function connected(
  http: Pick<ProviderHttp, 'vet'>,
  settings: EmailSettings,
  host: string,
  login: Login,
): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow'); // loaded with the first poll
  const addresses = await http.vet(host, settings.imapPort);
  const client = new ImapFlow({
    host,
    port: settings.imapPort,
    secure: settings.imapSecure,
    ...(!settings.imapSecure && needsTls(addresses) && { doSTARTTLS: true }),
    auth: login ?? { user: '', pass: '' },
    tls: pinnedTo(addresses),
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    maxLineLength: 4 * 1_048_576,
    maxLiteralSize: MOST_MAIL_BYTES + 1_048_576,
    maxResponseSize: MOST_MAIL_BYTES + 8 * 1_048_576,
  });
  client.on('error', () => undefined); // the pending call fails, too; without a listener the process would exit
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}
