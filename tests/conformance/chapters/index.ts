import type { Chapter } from '../check.ts';
import { accessTokens } from './access-tokens.ts';
import { arrivals } from './arrivals.ts';
import { assignment } from './assignment.ts';
import { attributes } from './attributes.ts';
import { authentication } from './authentication.ts';
import { automationDefinitions } from './automation-definitions.ts';
import { automations } from './automations.ts';
import { bodies } from './bodies.ts';
import { bodyEncoding } from './body-encoding.ts';
import { bulkActions } from './bulk-actions.ts';
import { callbacks } from './callbacks.ts';
import { campaignSending } from './campaign-sending.ts';
import { campaignUploads } from './campaign-uploads.ts';
import { campaigns } from './campaigns.ts';
import { channelSettings } from './channel-settings.ts';
import { chatStatus } from './chat-status.ts';
import { chats } from './chats.ts';
import { consents } from './consents.ts';
import { contactHandles } from './contact-handles.ts';
import { contactLists } from './contact-imports.ts';
import { contactLabels } from './contact-labels.ts';
import { contactMerging } from './contact-merging.ts';
import { contacts } from './contacts.ts';
import { conventions } from './conventions.ts';
import { conversations } from './conversations.ts';
import { deliveries } from './deliveries.ts';
import { deliveryLog } from './delivery-log.ts';
import { deliveryScopes } from './delivery-scopes.ts';
import { documentation } from './documentation.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { fields } from './fields.ts';
import { fileStore } from './file-store.ts';
import { files } from './files.ts';
import { idempotency } from './idempotency.ts';
import { inbox } from './inbox.ts';
import { labelsAndChannels } from './labels-and-channels.ts';
import { leniency } from './leniency.ts';
import { limits } from './limits.ts';
import { messageContents } from './message-contents.ts';
import { messageEvents } from './message-events.ts';
import { messageReading } from './message-reading.ts';
import { messageRefusals } from './message-refusals.ts';
import { messageSearch } from './message-search.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { openApi } from './openapi.ts';
import { order } from './order.ts';
import { parameterMessages } from './parameter-messages.ts';
import { people } from './people.ts';
import { personalWork } from './personal-work.ts';
import { phoneNumbers } from './phone-numbers.ts';
import { planChanges } from './plan-changes.ts';
import { previews } from './previews.ts';
import { privacy } from './privacy.ts';
import { publicFiles } from './public-files.ts';
import { reports } from './reports.ts';
import { requestHeads } from './request-heads.ts';
import { sandbox } from './sandbox.ts';
import { search } from './search.ts';
import { searchGrammar } from './search-grammar.ts';
import { searchMistakes } from './search-mistakes.ts';
import { secrets } from './secrets.ts';
import { seeing } from './seeing.ts';
import { signingIn } from './sign-in.ts';
import { signInFactors } from './sign-in-factors.ts';
import { signatures } from './signatures.ts';
import { statistics } from './statistics.ts';
import { teamwork } from './teamwork.ts';
import { templateDeletion } from './template-deletion.ts';
import { templates } from './templates.ts';
import { tenants } from './tenants.ts';
import { v2Attributes } from './v2-attributes.ts';
import { v2BroadcastMistakes } from './v2-broadcast-mistakes.ts';
import { v2Broadcasts } from './v2-broadcasts.ts';
import { v2Webhooks } from './v2-webhooks.ts';
import { versioning } from './versioning.ts';
import { visibility } from './visibility.ts';
import { webhookMistakes } from './webhook-mistakes.ts';
import { webhookPermissions } from './webhook-permissions.ts';
import { webhookSecrets } from './webhook-secrets.ts';
import { webhooks } from './webhooks.ts';
import { webhooksOfBothVersions } from './webhooks-of-both-versions.ts';

/** In the order of the specification. Limits come last: they are the ones that wait for the clock. */
export const chapters: Chapter[] = [
  conventions,
  fields,
  chats,
  chatStatus,
  bulkActions,
  notes,
  inbox,
  contacts,
  contactHandles,
  contactLabels,
  contactMerging,
  contactLists,
  privacy,
  labelsAndChannels,
  attributes,
  people,
  assignment,
  visibility,
  teamwork,
  channelSettings,
  callbacks,
  automations,
  automationDefinitions,
  secrets,
  campaigns,
  campaignUploads,
  campaignSending,
  templates,
  templateDeletion,
  files,
  publicFiles,
  fileStore,
  messages,
  messageReading,
  messageContents,
  messageRefusals,
  messageSearch,
  conversations,
  personalWork,
  arrivals,
  consents,
  phoneNumbers,
  search,
  searchGrammar,
  searchMistakes,
  webhooks,
  webhookMistakes,
  webhookSecrets,
  webhookPermissions,
  deliveries,
  signatures,
  deliveryScopes,
  deliveryLog,
  messageEvents,
  events,
  v2Attributes,
  v2Webhooks,
  webhooksOfBothVersions,
  v2Broadcasts,
  v2BroadcastMistakes,
  accessTokens,
  signingIn,
  signInFactors,
  seeing,
  reports,
  statistics,
  previews,
  authentication,
  tenants,
  errors,
  bodies,
  bodyEncoding,
  parameterMessages,
  requestHeads,
  leniency,
  openApi,
  idempotency,
  versioning,
  documentation,
  planChanges,
  order,
  limits,
  sandbox,
];
