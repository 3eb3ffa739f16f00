import { accessTokens } from './access-tokens.ts';
import { attributes } from './attributes.ts';
import { auditLog } from './audit-log.ts';
import { automationRuns } from './automation-runs.ts';
import { automations } from './automations.ts';
import { bulkActions } from './bulk-actions.ts';
import { businessHours } from './business-hours.ts';
import { campaignImports } from './campaign-imports.ts';
import { campaigns } from './campaigns.ts';
import { channels } from './channels.ts';
import { chats } from './chats.ts';
import { consents } from './consents.ts';
import { contactLists } from './contact-imports.ts';
import { contactPrivacy } from './contact-privacy.ts';
import { contacts } from './contacts.ts';
import { drafts } from './drafts.ts';
import { events } from './events.ts';
import { factors } from './factors.ts';
import { files } from './files.ts';
import { installation } from './installation.ts';
import { invitations } from './invitations.ts';
import { labels } from './labels.ts';
import { me } from './me.ts';
import { messageTemplates } from './message-templates.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import { passwordResets } from './password-resets.ts';
import { presence } from './presence.ts';
import { pushSubscriptions } from './push-subscriptions.ts';
import { ratings } from './ratings.ts';
import { reports } from './reports.ts';
import { requests } from './requests.ts';
import { retention } from './retention.ts';
import { sandbox } from './sandbox.ts';
import { secrets } from './secrets.ts';
import { sessions } from './sessions.ts';
import { signInSettings } from './sign-in-settings.ts';
import { slaPolicies } from './sla-policies.ts';
import { snippets } from './snippets.ts';
import { teams } from './teams.ts';
import { usage } from './usage.ts';
import { users } from './users.ts';
import { views } from './views.ts';
import { webhooks } from './webhooks.ts';

export const v3Routes = [
  ...chats,
  ...bulkActions,
  ...consents,
  ...messages,
  ...notes,
  ...drafts,
  ...presence,
  ...snippets,
  ...views,
  ...notifications,
  ...pushSubscriptions,
  ...contacts,
  ...contactPrivacy,
  ...contactLists,
  ...labels,
  ...attributes,
  ...users,
  ...invitations,
  ...passwordResets,
  ...sessions,
  ...installation,
  ...factors,
  ...me,
  ...teams,
  ...businessHours,
  ...slaPolicies,
  ...ratings,
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
  ...signInSettings,
  ...sandbox,
];
