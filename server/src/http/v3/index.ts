import { accessTokens } from './access-tokens.ts';
import { attributes } from './attributes.ts';
import { auditLog } from './audit-log.ts';
import { automationRuns } from './automation-runs.ts';
import { automations } from './automations.ts';
import { campaignImports } from './campaign-imports.ts';
import { campaigns } from './campaigns.ts';
import { channels } from './channels.ts';
import { chats } from './chats.ts';
import { consents } from './consents.ts';
import { contactLists } from './contact-imports.ts';
import { contactPrivacy } from './contact-privacy.ts';
import { contacts } from './contacts.ts';
import { events } from './events.ts';
import { files } from './files.ts';
import { labels } from './labels.ts';
import { messageTemplates } from './message-templates.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { reports } from './reports.ts';
import { requests } from './requests.ts';
import { retention } from './retention.ts';
import { secrets } from './secrets.ts';
import { teams } from './teams.ts';
import { usage } from './usage.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const v3Routes = [
  ...chats,
  ...consents,
  ...messages,
  ...notes,
  ...contacts,
  ...contactPrivacy,
  ...contactLists,
  ...labels,
  ...attributes,
  ...users,
  ...teams,
  ...channels,
  ...accessTokens,
  ...webhooks,
  ...events,
  ...files,
  ...messageTemplates,
  ...automations,
  ...automationRuns,
  ...secrets,
  ...campaigns,
  ...campaignImports,
  ...auditLog,
  ...requests,
  ...reports,
  ...usage,
  ...retention,
];
