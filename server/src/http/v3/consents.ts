import { getConsent, searchConsents } from '../../domain/consents/index.ts';
import { readConsentStates, recordConsent } from '../../domain/contacts/index.ts';
import { Consent, ConsentCreate, ConsentStateRead, ConsentStates, toConsent, toConsentStates } from '../../wire/v3/consent.ts';
import { route } from '../route.ts';
import { dataReply, searchRoute } from './rows.ts';

const tag = 'Consents';
const read = { tag, scope: 'consents.read' } as const;

export const consents = [
  route({
    tag,
    scope: 'consents.write',
    method: 'POST',
    path: '/consents',
    operationId: 'recordConsent',
    viewers: 'filtered',
    summary: 'Record that a contact granted or withdrew consent to messages for a purpose; statements are never changed',
    status: 201,
    body: ConsentCreate,
    reply: dataReply(Consent),
    handle: async (ctx, { body }) => ({ data: toConsent(await recordConsent(ctx, body)) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/consents/:consentId',
    operationId: 'getConsent',
    viewers: 'filtered',
    summary: 'Read a statement',
    reply: dataReply(Consent),
    handle: async (ctx, { params }) => ({ data: toConsent(await getConsent(ctx, params.consentId)) }),
  }),
  searchRoute({
    ...read,
    path: '/consents/search',
    operationId: 'searchConsents',
    viewers: 'filtered',
    summary: 'Search the history of statements; search looks in the addresses',
    item: Consent,
    search: searchConsents,
    toItem: toConsent,
  }),
  route({
    ...read,
    method: 'POST',
    path: '/contacts/:contactId/consent_states',
    operationId: 'readConsentStates',
    viewers: 'filtered',
    summary: 'Read the consent state of each address of a contact by channel and purpose, now or at a given time',
    body: ConsentStateRead,
    reply: dataReply(ConsentStates),
    handle: async (ctx, { params, body }) => ({ data: toConsentStates(await readConsentStates(ctx, params.contactId, body)) }),
  }),
];
