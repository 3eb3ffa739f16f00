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
import { type Reached, reachable } from './dispatch.store.ts';
import { unsubscribed } from './expand-audience.ts';
import { fillPlaceholders } from './placeholders.ts';

/** `after`: the contact who was handed over last. */
type Batch = { campaign: Campaign; run: CampaignRun; channel: Channel; after: string | null; most: number };

/** Makes messages of the next planned recipients, in the transaction that says so of them. Answers how many it took. */
export async function releaseToSenders(ctx: Ctx, { campaign, run, channel, after, most }: Batch): Promise<number> {
  const content = campaign.content as NewContent; // without an automation there is content, or it would not have started
  const draft = await draftOf(ctx, channel, content, { wasAccepted: true });
  const planned = await takePlanned(ctx, run.id, after, most);
  const people = await reachable(ctx, channel.id, planned);
  const made = planned.map((recipient) =>
    toMessage(ctx, { campaign, content, draft, kind: kindOf(draft, 'campaign'), recipient, person: people.get(recipient.id) }),
  );
  await sendMany(
    ctx,
    channel,
    made.flatMap(({ message }) => message ?? []),
  );
  await recordReleased(
    ctx,
    run.id,
    made.map(({ released }) => released),
    planned.at(-1)?.contactId,
  );
  return planned.length;
}

type One = {
  campaign: Campaign;
  content: NewContent;
  draft: Draft;
  kind: MessageKind;
  recipient: Planned;
  person: Reached | undefined;
};
type Made = { released: Released; message?: OutgoingTo };

const nothing = { messageId: null, automationRunId: null, error: null };

/** A message for a recipient, or why there is none: what is true of them now counts, not what was when they were planned. */
function toMessage(ctx: Ctx, { campaign, content, draft, kind, recipient, person }: One): Made {
  const { id } = recipient;
  const skip = (error: RecipientError): Made => ({ released: { ...nothing, id, state: 'skipped', error } });
  if (!person) return skip(gone);
  const { channel } = draft;
  if (!isWilling(channel, person, kind)) return skip(unsubscribed);
  if (isOutsideWindow({ type: content.type, openUntil: person.openUntil, channel }, ctx.clock.now())) return skip(outsideWindow);
  try {
    const filled = fillDraft(draft, fillPlaceholders(content, dataOf(ctx, campaign, recipient)), kind);
    const messageId = idFor(ctx);
    return {
      released: { ...nothing, id, state: 'queued', messageId },
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
    return { released: { ...nothing, id, state: 'failed', error: toError(error) } };
  }
}

/** Tells whether somebody still takes messages of this kind on the campaign's channel. */
const isWilling = ({ type: channelType }: Channel, { current }: Reached, kind: MessageKind): boolean =>
  decideConsent({ channelType, purpose: declaredPurpose(kind), current, lastInboundAt: null }).allowed;

/** What the places of the content hold for a recipient: the contact as it was planned, and the values of the campaign. */
const dataOf = (ctx: Ctx, { variables }: Campaign, { parameters }: Planned): Record<string, unknown> => ({
  now: ctx.clock.now().toISOString(),
  ...parameters,
  variables: { ...variables, ...(parameters.variables as object | undefined) },
});

/** What exactly was wrong with one recipient's values, in words. */
const toError = ({ key, message, detail }: Failure): RecipientError => {
  const parts = Object.entries(detail.invalidParams ?? {}).map(([path, one]) => `${path}: ${one.message}`);
  return { key, code: null, message: parts.length > 0 ? parts.join('; ') : message };
};

/** Begins a run of the campaign's automation for the next planned recipients. */
export async function releaseToAutomation(ctx: Ctx, { campaign, run, channel, after, most }: Batch): Promise<number> {
  const planned = await takePlanned(ctx, run.id, after, most);
  const people = await reachable(ctx, channel.id, planned);
  const willing = planned.flatMap((recipient) => {
    const person = people.get(recipient.id);
    return person && isWilling(channel, person, 'campaign') ? [{ recipient, contactId: person.contactId }] : [];
  });
  const starts = willing.map(({ recipient, contactId }) => {
    const own = recipient.parameters.variables as Record<string, unknown> | undefined;
    return { contactId, variables: { ...campaign.variables, ...own } };
  });
  const begun = await startMany(ctx, campaign.automationId ?? '', channel.id, starts);
  const runs = new Map(willing.map(({ recipient }, i) => [recipient.id, begun[i] ?? null]));
  await recordReleased(
    ctx,
    run.id,
    planned.map(({ id }): Released => {
      const automationRunId = runs.get(id);
      if (automationRunId) return { ...nothing, id, state: 'sent', automationRunId };
      const error = automationRunId === null ? isBusy : people.has(id) ? unsubscribed : gone;
      return { ...nothing, id, state: 'skipped', error };
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
