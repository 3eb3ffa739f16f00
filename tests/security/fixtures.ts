import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { adapters } from '../../server/src/adapters/index.ts';
import { checkSettings, sealSettings } from '../../server/src/adapters/settings.ts';
import { createAttribute, deleteAttribute } from '../../server/src/domain/attributes/index.ts';
import {
  type Automation,
  createAutomation,
  deleteAutomation,
  publishAutomation,
  startRun,
} from '../../server/src/domain/automations/index.ts';
import { startBulkAction } from '../../server/src/domain/bulk-actions/index.ts';
import { createBusinessHours, deleteBusinessHours } from '../../server/src/domain/business-hours/index.ts';
import { cancelCampaign, deleteCampaign } from '../../server/src/domain/campaigns/index.ts';
import { createChannel, deleteChannel, getChannel } from '../../server/src/domain/channels/index.ts';
import { type Chat, createChat, deleteChat } from '../../server/src/domain/chats/index.ts';
import { eraseContact } from '../../server/src/domain/contact-erasure/index.ts';
import { startExport, startImport } from '../../server/src/domain/contact-imports/index.ts';
import { createContact, deleteContact, recordConsent } from '../../server/src/domain/contacts/index.ts';
import { deleteFile, storeFile } from '../../server/src/domain/files/index.ts';
import { createLabel, deleteLabel } from '../../server/src/domain/labels/index.ts';
import { receive, searchMessages, sendInChat } from '../../server/src/domain/messages/index.ts';
import { createNote, deleteNote } from '../../server/src/domain/notes/index.ts';
import { setIdentityProvider } from '../../server/src/domain/oidc/index.ts';
import { deleteSubscription } from '../../server/src/domain/push/index.ts';
import { createRating } from '../../server/src/domain/ratings/index.ts';
import { createRequestLog } from '../../server/src/domain/requests/index.ts';
import { createSecret, deleteSecret } from '../../server/src/domain/secrets/index.ts';
import { createSlaPolicy, deleteSlaPolicy } from '../../server/src/domain/sla/index.ts';
import { createSnippet, deleteSnippet } from '../../server/src/domain/snippets/index.ts';
import {
  createTemplate,
  deleteTemplate,
  recordSubmission,
  submitTemplate,
  type TemplateText,
} from '../../server/src/domain/templates/index.ts';
import { issueToken, revokeToken, type Scope, scopes } from '../../server/src/domain/tokens/index.ts';
import { createTeam, createUser, deleteTeam, deleteUser } from '../../server/src/domain/users/index.ts';
import { createView, deleteView } from '../../server/src/domain/views/index.ts';
import { createWebhook, deleteWebhook, deliverEvent } from '../../server/src/domain/webhooks/index.ts';
import type { Route } from '../../server/src/http/route.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { createMetrics } from '../../server/src/platform/metrics.ts';
import { publish } from '../../server/src/registry/publish.ts';
import { idFor, inTransaction, rows } from '../../server/src/storage/context.ts';
import { createTestTenant, nextPhoneNumber } from '../../server/src/test-kit/tenant.ts';
import { makeCampaigns } from './campaign-fixtures.ts';
import type { Environment } from './environment.ts';

/** One fixture of every kind with an id. A path parameter `:labelId` and `{label}` in an example mean `label`. */
export type Things = Awaited<ReturnType<typeof makeThings>>;
export type Kind = keyof Things;

export type Person = Awaited<ReturnType<typeof makePerson>>;

/** A tenant whose texts all contain `word`, so that its data is recognised anywhere. */
export async function makePerson({ deps }: Environment, word: string) {
  const tenant = await createTestTenant(deps, { mode: 'sandbox' });
  let counter = 0;
  const { ctx } = tenant;
  const email = `${word}@example.com`.toLowerCase();
  const { id: userId } = await createUser(ctx, { name: `${word}0 admin`, email, role: 'admin', status: 'active' });
  const tokenWith = async (wanted: readonly Scope[], route?: Route) => {
    const owner = route && needsUser(route) ? userId : null;
    return (await issueToken(ctx, deps.keys, { name: word, scopes: [...wanted], userId: owner })).accessToken;
  };
  const { accessToken: userToken } = await issueToken(ctx, deps.keys, { name: word, scopes: [...scopes], userId });
  return {
    ...tenant,
    word,
    userToken,
    /** A token with every scope: that of a user for operations on data of one person, otherwise one without a user. */
    tokenFor: (route: Route) => (needsUser(route) ? userToken : tenant.token),
    /** A unique text. */
    unique: () => `${word}${++counter}`,
    things: () => makeThings({ deps, ctx, userId }, `${word}${++counter}`),
    gone: async () => deleteThings(ctx, userId, await makeThings({ deps, ctx, userId }, `${word}${++counter}`)),
    tokenWith,
    allScopesBut: (scope: Scope) => scopes.filter((other) => other !== scope),
  };
}

export const needsUser = ({ fails }: Route): boolean => fails?.includes('user_required') ?? false;

type Maker = { deps: Environment['deps']; ctx: Awaited<ReturnType<typeof createTestTenant>>['ctx']; userId: string };

/** The channel has no chats, so that it can be deleted; the chat has its own channel and contact. */
async function makeThings({ deps, ctx, userId }: Maker, text: string) {
  const label = await createLabel(ctx, { name: `${text} label`, color: '#22c55e' });
  const attribute = await createAttribute(ctx, { ...plainAttribute, externalId: `${text}_attribute`, name: `${text} attribute` });
  const person = (name: string) => ({
    firstName: `${text} ${name}`,
    lastName: `${text} family`,
    phoneNumber: nextPhoneNumber(),
    email: `${text}.${name}@example.com`.toLowerCase(),
    metadata: { note: `${text} note` },
    labelIds: [label.id],
    attributes: [{ id: attribute.id, value: `${text} value` }],
  });
  const user = await createUser(ctx, {
    name: `${text} user`,
    email: `${text}.user@example.com`.toLowerCase(),
    role: 'member',
    status: 'active',
  });
  const team = await createTeam(ctx, { name: `${text} team`, memberIds: [user.id] });
  const businessHours = await createBusinessHours(ctx, {
    name: `${text} hours`,
    timeZone: 'UTC',
    days: { monday: [{ from: '09:00', until: '17:00' }] },
    holidays: [{ date: '2026-12-25', name: `${text} holiday` }],
  });
  const slaPolicy = await createSlaPolicy(ctx, { ...plainPolicy, name: `${text} policy`, teamIds: [team.id] });
  const contact = await createContact(ctx, person('first'));
  const talker = await createContact(ctx, person('second'));
  const channel = await makeChannel(deps, ctx, text, 'channel');
  const busy = await makeChannel(deps, ctx, text, 'busy channel');
  const chat = await createChat(ctx, { channelId: busy.id, contactId: talker.id });
  const rating = await createRating(ctx, chat.id, { rating: 4, comment: `${text} comment` });
  const note = await createNote(ctx, chat.id, { text: `${text} remark`, authorId: user.id });
  const messageTemplate = await createTemplate(ctx, busy.id, {
    ...plainTemplate,
    name: `${text}_template`.toLowerCase(),
    body: { text: `${text} body`, examples: [] },
  });
  const bytes = [Buffer.from(`${text} content`)];
  const { id: file } = await storeFile(ctx, deps.files, {
    name: `${text}.txt`,
    stream: Readable.from(bytes),
    maxBytes: 100,
    source: 'upload',
  });
  await setIdentityProvider(
    ctx,
    { secrets: deps.secrets, allowPrivate: false },
    {
      issuer: `https://id.example.com/${text}`,
      clientId: `${text} client`,
      clientSecret: `${text} secret`,
      allowedEmailDomains: [],
      createUsers: null,
    },
  );
  const lists = await makeLists({ deps, ctx, userId }, text);
  const personal = await makePersonal({ deps, ctx, userId }, { chatId: chat.id, authorId: user.id }, text);
  const message = await sendInChat(ctx, chat.id, {
    content: { type: 'text', text: `${text} message` },
    scheduledAt: new Date(Date.UTC(2100, 0, 1) + randomInt(2 ** 40)), // a unique time
  });
  const approvedTemplate = await createTemplate(ctx, busy.id, {
    ...plainTemplate,
    name: `${text}_approved`.toLowerCase(),
    body: { text: `${text} approved`, examples: [] },
  });
  await recordSubmission(ctx, await submitTemplate(ctx, approvedTemplate.id), { kind: 'approved' });
  const automation = await createAutomation(ctx, {
    name: `${text} automation`,
    description: null,
    trigger: { type: 'chat_closed', parameters: { channelId: channel.id } },
    steps: [{ id: 'hello', type: 'send_message', text: `${text} step` }],
    isSingle: false,
  });
  await publishAutomation(ctx, automation.id);
  const [automationRun, failedAutomationRun] = await makeRuns(ctx, automation, contact.id, text);
  const campaigns = await makeCampaigns(ctx, { channelId: busy.id, person: talker, fileId: file }, text);
  const inboundMessage = await hear(ctx, chat, `${text} heard`);
  const { token } = await issueToken(ctx, deps.keys, { name: `${text} token`, scopes: [...scopes] });
  const { webhook } = await createWebhook(ctx, deps.secrets, {
    url: `https://example.com/${text}`,
    events: [{ type: 'message.received', scopes: [{ type: 'channel_type', ids: ['whatsapp'] }] }],
    v2Type: 'WHATSAPP_MESSAGE_RECEIVED', // known to both versions
  });
  const sent = await inTransaction(ctx, async (ctx) => {
    const event = await publish(ctx, 'webhook.test', null, { message: `${text} event` });
    return { event, delivery: await deliverEvent(ctx, webhook.id, event) };
  });
  const secret = await createSecret(ctx, deps.secrets, { name: `${text}_secret`, value: `${text} hidden`, hosts: ['a.example'] });
  const consent = await recordConsent(ctx, {
    handleId: contact.handles[0]?.id ?? '',
    purpose: 'marketing',
    state: 'granted',
    source: 'api',
    evidence: { said: `${text} evidence` },
  });
  const bulkAction = await startBulkAction(
    ctx,
    { query: undefined, search: `${text} many` },
    { action: 'mark_read' },
    { tokenId: token.id, userId: null, requestId: `${text} request` },
  );
  const { token: caller } = await issueToken(ctx, deps.keys, { name: `${text} caller`, scopes: [...scopes] });
  const request = await makeRequest({ deps, ctx, userId }, text, caller.id);
  return {
    tenant: ctx.tenantId,
    request,
    token: caller.id, // its requests stay in the log, so it is not the revoked one
    webhook: webhook.id,
    ...sent,
    file,
    label: label.id,
    consent: consent.id,
    user: user.id,
    team: team.id,
    note: note.id,
    bulkAction: bulkAction.id,
    businessHours: businessHours.id,
    slaPolicy: slaPolicy.id,
    rating: rating.id,
    attribute: attribute.id,
    contact: contact.id,
    otherContact: talker.id,
    ...lists,
    ...personal,
    handle: contact.handles[0]?.id ?? '',
    channel: channel.id,
    chat: chat.id,
    message: message.id,
    inboundMessage,
    approvedTemplate: approvedTemplate.id,
    messageTemplate: messageTemplate.id,
    automation: automation.id,
    automationVersion: automation.latestVersionId,
    automationRun, // runs are deleted with their contact
    failedAutomationRun,
    ...campaigns,
    busyChannel: busy.id,
    accessToken: token.id,
    secret: secret.id,
  };
}

/** What belongs to the caller's user: a draft, a view, a notification and a browser; and a snippet for everyone. */
async function makePersonal(
  { deps, ctx, userId }: Maker,
  { chatId, authorId }: { chatId: string; authorId: string },
  text: string,
) {
  const { id: snippet } = await createSnippet(ctx, {
    shortcut: `${text}_snippet`,
    text: `${text} reply`,
    fileIds: [],
    teamId: null,
  });
  const search = { resource: 'chats', query: `eq(status,"${text}")`, sortBy: null } as const;
  const { id: view } = await createView(ctx, userId, { name: `${text} view`, ...search, sharedWith: 'everyone', teamId: null });
  await rows(
    ctx,
    sql`insert into chat_drafts (tenant_id, user_id, chat_id, mode, text, updated_at)
        values (${ctx.tenantId}, ${userId}, ${chatId}, 'reply', ${`${text} begun`}, now())`, // more than a user may have
  );
  const [notification, pushSubscription] = [newId(ctx.clock), newId(ctx.clock)];
  await rows(
    ctx,
    sql`insert into notifications (tenant_id, id, user_id, type, chat_id, actor_id, created_at)
        values (${ctx.tenantId}, ${notification}, ${userId}, 'mention', ${chatId}, ${authorId}, now())`, // a mention would push to all browsers of the sets before
  );
  const sealed = deps.secrets.seal('{}', 'nobody opens this');
  await rows(
    ctx,
    sql`insert into push_subscriptions (tenant_id, id, user_id, endpoint, sealed_keys, name, created_at, updated_at)
        values (${ctx.tenantId}, ${pushSubscription}, ${userId}, ${`https://push.example.com/${text}`}, ${sealed}, ${`${text} browser`}, now(), now())`,
  );
  return { snippet, view, notification, pushSubscription };
}
const plainPolicy = {
  firstReplyMinutes: 5,
  nextReplyMinutes: null,
  resolutionMinutes: null,
  businessHoursId: null,
  channelIds: [],
  teamIds: [],
  labelIds: [],
};

const metrics = createMetrics();

/** A refused request whose error contains texts of the tenant. */
async function makeRequest({ deps, ctx }: Maker, text: string, tokenId: string): Promise<string> {
  const log = createRequestLog({ ...deps, metrics, config: { REQUEST_LOG_DAYS: 3 } });
  const id = idFor(ctx);
  const error = JSON.stringify({ messageKey: 'conflict', message: `${text} is there already` });
  const kept = {
    id,
    givenId: null,
    createdAt: new Date(),
    method: 'POST',
    route: '/v3/labels',
    status: 409,
    durationMs: 1,
    error,
  };
  log.add(ctx.tenantId, { ...kept, tokenId, address: '192.0.2.0' });
  await log.close();
  return id;
}

/** A CSV file, and an import, an export and an erasure that have started and make no progress. */
async function makeLists({ deps, ctx }: Maker, text: string) {
  const bytes = [Buffer.from(`Phone,${text}\n${nextPhoneNumber()},x\n`)];
  const file = { name: `${text}.csv`, stream: Readable.from(bytes), maxBytes: 200, source: 'upload' as const };
  const { id: csvFile } = await storeFile(ctx, deps.files, file);
  const somebody = await createContact(ctx, { firstName: `${text} erased`, phoneNumber: nextPhoneNumber() });
  return inTransaction(ctx, async (ctx) => {
    const mapping = { Phone: 'phoneNumber' } as const;
    const contactImport = (await startImport(ctx, deps.files, { fileId: csvFile, mapping, defaultCountry: null, delimiter: ',' }))
      .id;
    const contactExport = (await startExport(ctx, { search: `${text} nobody` })).id;
    const contactErasure = (await eraseContact(ctx, somebody.id)).id;
    const names = ['import_contacts', 'export_contacts', 'erase_contact'];
    await rows(ctx, sql`delete from jobs where tenant_id = ${ctx.tenantId} and name = any(${names}::text[])`);
    // The ids that their searches find.
    return { csvFile, contactImport, contactExport, contactErasure, import: contactImport, export: contactExport };
  });
}

/** A waiting run and a failed run. */
async function makeRuns(ctx: Maker['ctx'], automation: Automation, contactId: string, text: string): Promise<[string, string]> {
  const at = new Date(Date.UTC(2100, 0, 1));
  const start = { automation, version: automation.latestVersion, contactId, variables: { text: `${text} variable` }, at };
  return inTransaction(ctx, async (ctx) => {
    const [waiting, failed] = [await startRun(ctx, start), await startRun(ctx, start)];
    const error = JSON.stringify({ step: 'hello', message: `${text} error` });
    await rows(
      ctx,
      sql`update automation_runs set status = 'failed', error = ${error}, ended_at = now() where tenant_id = ${ctx.tenantId} and id = ${failed}`,
    );
    await rows(ctx, sql`delete from jobs where tenant_id = ${ctx.tenantId} and id = ${failed}`);
    return [waiting ?? '', failed ?? ''];
  });
}

/** An inbound message with a vendor id, so that it can be replied to. */
async function hear(ctx: Maker['ctx'], chat: Chat, text: string): Promise<string> {
  const { handle, channelId } = chat;
  const content = { type: 'text' as const, text, media: [], details: null, replyTo: null };
  const from = { type: handle.type, value: handle.value };
  const said = { kind: 'message' as const, vendorId: text, at: new Date(), content, isAutomatic: false, preference: null };
  await inTransaction(ctx, async (ctx) =>
    receive(ctx, await getChannel(ctx, channelId), [{ ...said, from: [from], name: null }]),
  );
  const { items } = await searchMessages(ctx, chat.id, { query: 'eq(sender,"inbound")' });
  return items[0]?.id ?? '';
}

/** A channel with the settings of a provider. The tenant is a sandbox tenant, so that its customers can be played. */
function makeChannel(deps: Maker['deps'], ctx: Maker['ctx'], text: string, name: string) {
  const id = newId(ctx.clock);
  const given = { accountSid: `AC${text}${name.replaceAll(' ', '')}`, authToken: `${text} token`, from: nextPhoneNumber() };
  const checked = checkSettings(adapters.sms, given);
  const settings = sealSettings(adapters.sms, deps.secrets, id, checked.ok ? checked.settings : given);
  return createChannel(ctx, { type: 'sms', name: `${text} ${name}`, settings }, id);
}

const plainAttribute = {
  type: 'text',
  description: null,
  isVisibleQuickEdit: false,
  isVisibleContactsTable: false,
  isVisibleContactCreate: false,
} as const;

const plainTemplate: Omit<TemplateText, 'name' | 'body'> = {
  language: 'en',
  category: 'utility',
  format: 'positional',
  header: null,
  footer: null,
  buttons: [],
};

async function deleteThings(ctx: Maker['ctx'], userId: string, things: Things): Promise<Partial<Things>> {
  await deleteSnippet(ctx, things.snippet);
  await deleteView(ctx, userId, things.view);
  await deleteSubscription(ctx, userId, things.pushSubscription);
  await cancelCampaign(ctx, things.pausedCampaign);
  for (const id of [things.campaign, things.scheduledCampaign, things.pausedCampaign, things.failedCampaign])
    await deleteCampaign(ctx, id);
  for (const id of [things.automation, things.campaignAutomation]) await deleteAutomation(ctx, id);
  await deleteNote(ctx, things.note);
  await deleteSlaPolicy(ctx, things.slaPolicy);
  await deleteBusinessHours(ctx, things.businessHours);
  await deleteTeam(ctx, things.team);
  await deleteUser(ctx, things.user);
  await deleteTemplate(ctx, things.messageTemplate);
  await deleteTemplate(ctx, things.approvedTemplate);
  await deleteChat(ctx, things.chat);
  await deleteContact(ctx, things.contact);
  await deleteContact(ctx, things.otherContact);
  await deleteChannel(ctx, things.channel);
  await deleteLabel(ctx, things.label);
  await deleteAttribute(ctx, things.attribute);
  await revokeToken(ctx, things.accessToken);
  await deleteSecret(ctx, things.secret);
  await deleteWebhook(ctx, things.webhook);
  await deleteFile(ctx, things.file);
  const {
    tenant: _tenant,
    event: _event,
    busyChannel: _busy,
    request: _request,
    token: _token,
    contactImport: _contactImport,
    contactExport: _contactExport,
    bulkAction: _bulkAction,
    ...rest
  } = things;
  const { contactErasure: _contactErasure, csvFile: _csvFile, import: _import, export: _export, ...gone } = rest; // never deleted, nor is the file that an import still names
  return gone;
}
