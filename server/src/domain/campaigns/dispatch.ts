import { Failure } from '../../platform/errors.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { startMany } from '../automations/index.ts';
import type { Channel } from '../channels/index.ts';
import { decideConsent, declaredPurpose, type MessageKind } from '../consents/index.ts';
import {
  type Draft,
  draftOf,
  fillDraft,
  isOutsideWindow,
  kindOf,
  type NewContent,
  type OutgoingTo,
  sendMany,
} from '../messages/index.ts';
import { type Planned, type RecipientError, type Released, recordReleased, takePlanned } from '../recipients/index.ts';
import type { Campaign, CampaignRun } from './campaign.ts';
import { type Reachable, selectReachable } from './dispatch.store.ts';
import { unsubscribed } from './expand-audience.ts';
import { fillPlaceholders } from './placeholders.ts';

/** `after`: the contact that was dispatched last. */
type Batch = { campaign: Campaign; run: CampaignRun; channel: Channel; after: string | null; most: number };

/** Creates messages for the next planned recipients and records it in the same transaction. Returns how many. */
export async function releaseToSenders(ctx: Ctx, { campaign, run, channel, after, most }: Batch): Promise<number> {
  const content = campaign.content as NewContent; // without an automation there is content, or it would not have started
  const draft = await draftOf(ctx, channel, content, { wasAccepted: true });
  const planned = await takePlanned(ctx, run.id, after, most);
  const people = await selectReachable(ctx, channel.id, planned);
  const results = planned.map((recipient) =>
    toMessage(ctx, { campaign, content, draft, kind: kindOf(draft, 'campaign'), recipient, person: people.get(recipient.id) }),
  );
  await sendMany(
    ctx,
    channel,
    results.flatMap(({ message }) => message ?? []),
  );
  await recordReleased(
    ctx,
    run.id,
    results.map(({ dispatched }) => dispatched),
    planned.at(-1)?.contactId,
  );
  return planned.length;
}

type ToDispatch = {
  campaign: Campaign;
  content: NewContent;
  draft: Draft;
  kind: MessageKind;
  recipient: Planned;
  person: Reachable | undefined;
};
type Result = { dispatched: Released; message?: OutgoingTo };

const noResult = { messageId: null, automationRunId: null, error: null };

/** Returns the message for a recipient, or why there is none. Consent, window and address are checked as they are now. */
function toMessage(ctx: Ctx, { campaign, content, draft, kind, recipient, person }: ToDispatch): Result {
  const { id } = recipient;
  const skip = (error: RecipientError): Result => ({ dispatched: { ...noResult, id, state: 'skipped', error } });
  if (!person) return skip(gone);
  const { channel } = draft;
  if (!hasConsent(channel, person, kind)) return skip(unsubscribed);
  if (isOutsideWindow({ type: content.type, openUntil: person.openUntil, channel }, ctx.clock.now())) return skip(outsideWindow);
  try {
    const filled = fillDraft(draft, fillPlaceholders(content, dataOf(ctx, campaign, recipient)), kind);
    const messageId = idFor(ctx);
    return {
      dispatched: { ...noResult, id, state: 'queued', messageId },
      message: {
        ...filled,
        id: messageId,
        handleId: recipient.handleId,
        contactId: person.contactId,
        campaign: { id: campaign.id, recipientId: id },
      },
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { dispatched: { ...noResult, id, state: 'failed', error: toError(error) } };
  }
}

/** Returns whether the contact still consents to messages of this kind on the channel. */
const hasConsent = ({ type: channelType }: Channel, { current }: Reachable, kind: MessageKind): boolean =>
  decideConsent({ channelType, purpose: declaredPurpose(kind), current, lastInboundAt: null }).allowed;

/** Returns the placeholder values of a recipient: the contact as planned, and the campaign's variables. */
const dataOf = (ctx: Ctx, { variables }: Campaign, { parameters }: Planned): Record<string, unknown> => ({
  now: ctx.clock.now().toISOString(),
  ...parameters,
  variables: { ...variables, ...(parameters.variables as object | undefined) },
});

/** Returns the failure of one recipient as its stored error. */
const toError = ({ key, message, detail }: Failure): RecipientError => {
  const parts = Object.entries(detail.invalidParams ?? {}).map(([path, one]) => `${path}: ${one.message}`);
  return { key, code: null, message: parts.length > 0 ? parts.join('; ') : message };
};

/** Starts a run of the campaign's automation for the next planned recipients. Returns how many. */
export async function releaseToAutomation(ctx: Ctx, { campaign, run, channel, after, most }: Batch): Promise<number> {
  const planned = await takePlanned(ctx, run.id, after, most);
  const people = await selectReachable(ctx, channel.id, planned);
  const consenting = planned.flatMap((recipient) => {
    const person = people.get(recipient.id);
    return person && hasConsent(channel, person, 'campaign') ? [{ recipient, contactId: person.contactId }] : [];
  });
  const starts = consenting.map(({ recipient, contactId }) => {
    const own = recipient.parameters.variables as Record<string, unknown> | undefined;
    return { contactId, variables: { ...campaign.variables, ...own } };
  });
  const started = await startMany(ctx, campaign.automationId ?? '', channel.id, starts);
  const runs = new Map(consenting.map(({ recipient }, i) => [recipient.id, started[i] ?? null]));
  await recordReleased(
    ctx,
    run.id,
    planned.map(({ id }): Released => {
      const automationRunId = runs.get(id);
      if (automationRunId) return { ...noResult, id, state: 'sent', automationRunId };
      const error = automationRunId === null ? isBusy : people.has(id) ? unsubscribed : gone;
      return { ...noResult, id, state: 'skipped', error };
    }),
    planned.at(-1)?.contactId,
  );
  return planned.length;
}

const gone: RecipientError = { key: 'no_address', code: null, message: 'The contact or the address is gone' };
const outsideWindow: RecipientError = {
  key: 'outside_messaging_window',
  code: null,
  message: 'The contact has not written within the channel’s window; send a template',
};
const isBusy: RecipientError = {
  key: 'conflict',
  code: null,
  message: 'The contact is in a run of this automation, which allows one at a time',
};
