import { accessTokens } from './access-tokens.ts';
import { automationRuns } from './automation-runs.ts';
import { automations } from './automations.ts';
import { campaignImports } from './campaign-imports.ts';
import { campaigns } from './campaigns.ts';
import { channels } from './channels.ts';
import { chats } from './chats.ts';
import { contacts } from './contacts.ts';
import { events } from './events.ts';
import { files } from './files.ts';
import { labels } from './labels.ts';
import { messageTemplates } from './message-templates.ts';
import { messages } from './messages.ts';
import { webhooks } from './webhooks.ts';

export const v3Routes = [
  ...chats,
  ...messages,
  ...contacts,
  ...labels,
  ...channels,
  ...accessTokens,
  ...webhooks,
  ...events,
  ...files,
  ...messageTemplates,
  ...automations,
  ...automationRuns,
  ...campaigns,
  ...campaignImports,
];
