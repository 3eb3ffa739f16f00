// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { createTransport, type PatchbayOptions, type Transport } from '../transport.ts';
import { Attributes } from './resources/attributes.ts';
import { AuditLog } from './resources/audit-log.ts';
import { AutomationRuns } from './resources/automation-runs.ts';
import { Automations } from './resources/automations.ts';
import { BulkActions } from './resources/bulk-actions.ts';
import { BusinessHours } from './resources/business-hours.ts';
import { Campaigns } from './resources/campaigns.ts';
import { Channels } from './resources/channels.ts';
import { Chats } from './resources/chats.ts';
import { Consents } from './resources/consents.ts';
import { ContactExports } from './resources/contact-exports.ts';
import { ContactImports } from './resources/contact-imports.ts';
import { Contacts } from './resources/contacts.ts';
import { Drafts } from './resources/drafts.ts';
import { Events } from './resources/events.ts';
import { Factors } from './resources/factors.ts';
import { Files } from './resources/files.ts';
import { Installation } from './resources/installation.ts';
import { Invitations } from './resources/invitations.ts';
import { Labels } from './resources/labels.ts';
import { Me } from './resources/me.ts';
import { Messages } from './resources/messages.ts';
import { Notes } from './resources/notes.ts';
import { Notifications } from './resources/notifications.ts';
import { PasswordResets } from './resources/password-resets.ts';
import { Presence } from './resources/presence.ts';
import { PushSubscriptions } from './resources/push-subscriptions.ts';
import { Ratings } from './resources/ratings.ts';
import { Reports } from './resources/reports.ts';
import { Requests } from './resources/requests.ts';
import { Retention } from './resources/retention.ts';
import { SLAPolicies } from './resources/s-l-a-policies.ts';
import { Sandbox } from './resources/sandbox.ts';
import { Secrets } from './resources/secrets.ts';
import { Sessions } from './resources/sessions.ts';
import { SignInSettings } from './resources/sign-in-settings.ts';
import { Snippets } from './resources/snippets.ts';
import { Teams } from './resources/teams.ts';
import { Templates } from './resources/templates.ts';
import { Tokens } from './resources/tokens.ts';
import { Usage } from './resources/usage.ts';
import { Users } from './resources/users.ts';
import { Attributes as AttributesV2 } from './resources/v2/attributes.ts';
import { Broadcasts as BroadcastsV2 } from './resources/v2/broadcasts.ts';
import { Webhooks as WebhooksV2 } from './resources/v2/webhooks.ts';
import { Views } from './resources/views.ts';
import { Webhooks } from './resources/webhooks.ts';

/** The client: one property per resource. It holds no connection and needs no closing. */
export class Patchbay {
  readonly chats: Chats;
  readonly bulkActions: BulkActions;
  readonly consents: Consents;
  readonly messages: Messages;
  readonly notes: Notes;
  readonly drafts: Drafts;
  readonly presence: Presence;
  readonly snippets: Snippets;
  readonly views: Views;
  readonly notifications: Notifications;
  readonly pushSubscriptions: PushSubscriptions;
  readonly contacts: Contacts;
  readonly contactImports: ContactImports;
  readonly contactExports: ContactExports;
  readonly labels: Labels;
  readonly attributes: Attributes;
  readonly users: Users;
  readonly invitations: Invitations;
  readonly passwordResets: PasswordResets;
  readonly sessions: Sessions;
  readonly installation: Installation;
  readonly factors: Factors;
  readonly me: Me;
  readonly teams: Teams;
  readonly businessHours: BusinessHours;
  readonly sLAPolicies: SLAPolicies;
  readonly ratings: Ratings;
  readonly channels: Channels;
  readonly tokens: Tokens;
  readonly webhooks: Webhooks;
  readonly events: Events;
  readonly files: Files;
  readonly templates: Templates;
  readonly automations: Automations;
  readonly automationRuns: AutomationRuns;
  readonly secrets: Secrets;
  readonly campaigns: Campaigns;
  readonly auditLog: AuditLog;
  readonly requests: Requests;
  readonly reports: Reports;
  readonly usage: Usage;
  readonly retention: Retention;
  readonly signInSettings: SignInSettings;
  readonly sandbox: Sandbox;
  /** Version 2, until its operator ends it. */
  readonly v2: V2;

  constructor(options: PatchbayOptions) {
    const transport = createTransport(options);
    this.chats = new Chats(transport);
    this.bulkActions = new BulkActions(transport);
    this.consents = new Consents(transport);
    this.messages = new Messages(transport);
    this.notes = new Notes(transport);
    this.drafts = new Drafts(transport);
    this.presence = new Presence(transport);
    this.snippets = new Snippets(transport);
    this.views = new Views(transport);
    this.notifications = new Notifications(transport);
    this.pushSubscriptions = new PushSubscriptions(transport);
    this.contacts = new Contacts(transport);
    this.contactImports = new ContactImports(transport);
    this.contactExports = new ContactExports(transport);
    this.labels = new Labels(transport);
    this.attributes = new Attributes(transport);
    this.users = new Users(transport);
    this.invitations = new Invitations(transport);
    this.passwordResets = new PasswordResets(transport);
    this.sessions = new Sessions(transport);
    this.installation = new Installation(transport);
    this.factors = new Factors(transport);
    this.me = new Me(transport);
    this.teams = new Teams(transport);
    this.businessHours = new BusinessHours(transport);
    this.sLAPolicies = new SLAPolicies(transport);
    this.ratings = new Ratings(transport);
    this.channels = new Channels(transport);
    this.tokens = new Tokens(transport);
    this.webhooks = new Webhooks(transport);
    this.events = new Events(transport);
    this.files = new Files(transport);
    this.templates = new Templates(transport);
    this.automations = new Automations(transport);
    this.automationRuns = new AutomationRuns(transport);
    this.secrets = new Secrets(transport);
    this.campaigns = new Campaigns(transport);
    this.auditLog = new AuditLog(transport);
    this.requests = new Requests(transport);
    this.reports = new Reports(transport);
    this.usage = new Usage(transport);
    this.retention = new Retention(transport);
    this.signInSettings = new SignInSettings(transport);
    this.sandbox = new Sandbox(transport);
    this.v2 = new V2(transport);
  }
}

class V2 {
  readonly attributes: AttributesV2;
  readonly webhooks: WebhooksV2;
  readonly broadcasts: BroadcastsV2;

  constructor(transport: Transport) {
    this.attributes = new AttributesV2(transport);
    this.webhooks = new WebhooksV2(transport);
    this.broadcasts = new BroadcastsV2(transport);
  }
}
