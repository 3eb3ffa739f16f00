import { z } from 'zod';
import type { Consent as DomainConsent } from '../../domain/consents/index.ts';
import type { ConsentStates as DomainStates } from '../../domain/contacts/index.ts';
import { channelTypes } from '../../registry/channels.ts';
import { freeObject, id, idInput, isoTime, isoTimeOrNull, time, timeInput } from './shapes.ts';

const purpose = z.enum(['marketing', 'utility', 'service']);
const state = z.enum(['granted', 'withdrawn']);
const channelType = z.enum(channelTypes);
/** Sources that a caller can name, and sources that the server sets. */
const stated = ['api', 'web_form', 'double_opt_in', 'import', 'agent'] as const;
const source = z.enum([...stated, 'keyword', 'provider', 'complaint', 'one_click', 'migration', 'inherited', 'erasure']);
const HandleRef = z.strictObject({ id, type: z.string(), value: z.string() });

/** One statement. `channelId` null: all channels of `channelType`; both null: all channels. */
export const Consent = z
  .strictObject({
    id,
    contactId: id,
    handle: HandleRef,
    channelId: id.nullable(),
    channelType: channelType.nullable(),
    purpose,
    state,
    source,
    evidence: z.record(z.string(), z.unknown()),
    at: time,
    recordedAt: time,
  })
  .meta({ id: 'Consent' });

export const toConsent = (consent: DomainConsent): z.infer<typeof Consent> => ({
  id: consent.id,
  contactId: consent.contactId,
  handle: consent.handle,
  channelId: consent.channelId,
  channelType: consent.channelType,
  purpose: consent.purpose,
  state: consent.state,
  source: consent.source,
  evidence: consent.evidence,
  at: isoTime(consent.at),
  recordedAt: isoTime(consent.recordedAt),
});

export const ConsentCreate = z.strictObject({
  handleId: idInput,
  channelId: idInput.optional(),
  channelType: channelType.optional(),
  purpose,
  state,
  source: z.enum(stated).default('api'),
  at: timeInput.optional(),
  evidence: freeObject.default({}),
});

export const ConsentStateRead = z.strictObject({ asOf: timeInput.optional(), channelId: idInput.optional() });

/** The state of one address on one channel for one purpose. `none`: no statement was recorded. */
const ConsentCell = z.strictObject({
  handle: HandleRef,
  channel: z.strictObject({ id, type: channelType, name: z.string() }),
  purpose,
  state: z.enum(['granted', 'withdrawn', 'none']),
  source: source.nullable(),
  since: time.nullable(),
  consentId: id.nullable(),
});

export const ConsentStates = z
  .strictObject({ contactId: id, asOf: time, isSubscribed: z.boolean(), states: z.array(ConsentCell) })
  .meta({ id: 'ConsentStates' });

export const toConsentStates = ({ contactId, asOf, isSubscribed, cells }: DomainStates): z.infer<typeof ConsentStates> => ({
  contactId,
  asOf: isoTime(asOf),
  isSubscribed,
  states: cells.map((cell) => ({
    handle: { id: cell.handleId, type: cell.handleType, value: cell.handleValue },
    channel: { id: cell.channelId, type: cell.channelType, name: cell.channelName },
    purpose: cell.purpose,
    state: cell.state ?? 'none',
    source: cell.source,
    since: isoTimeOrNull(cell.at),
    consentId: cell.consentId,
  })),
});
