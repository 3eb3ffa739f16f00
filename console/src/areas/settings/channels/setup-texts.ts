import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldName, ProviderId, StepId } from './setup.ts';

type ProviderText = { name: string; text: MessageDescriptor; site?: string };

export const providerTexts: Record<ProviderId, ProviderText> = {
  whatsapp: {
    name: 'WhatsApp Cloud API',
    text: msg`A number of yours at Meta. You need an app of type Business with the product WhatsApp.`,
    site: 'https://developers.facebook.com/apps',
  },
  twilio: {
    name: 'Twilio SMS',
    text: msg`A number or a messaging service of your Twilio account.`,
    site: 'https://console.twilio.com',
  },
  imap: { name: 'IMAP, SMTP', text: msg`A mailbox of any mail provider, with user name and password.` },
  postmark: {
    name: 'Postmark',
    text: msg`Sends through Postmark; incoming mail is passed on by its inbound stream.`,
    site: 'https://account.postmarkapp.com/servers',
  },
  google: {
    name: 'Google Workspace, Gmail',
    text: msg`A Google mailbox with OAuth 2.0 instead of a password.`,
    site: 'https://console.cloud.google.com/apis/credentials',
  },
  microsoft: {
    name: 'Microsoft 365',
    text: msg`An Exchange mailbox with OAuth 2.0 instead of a password.`,
    site: 'https://entra.microsoft.com',
  },
  instagram: {
    name: 'Instagram',
    text: msg`Messages to a professional account. You need an app at Meta with the product Instagram.`,
    site: 'https://developers.facebook.com/apps',
  },
};

export const stepTitles: Record<StepId, MessageDescriptor> = {
  number: msg`Number`,
  access: msg`Access`,
  account: msg`Account`,
  sender: msg`Sender`,
  sending: msg`Sending`,
  receiving: msg`Receiving`,
  application: msg`Application`,
  callback: msg`Callback`,
  check: msg`Check`,
};

/** What a value is called, and where it is at the provider. */
export const fieldTexts: Record<FieldName, { label: MessageDescriptor; where: MessageDescriptor }> = {
  phoneNumberId: {
    label: msg`Phone number ID`,
    where: msg`App dashboard, WhatsApp → API setup: “Phone number ID”. It is not the number.`,
  },
  wabaId: { label: msg`WhatsApp Business Account ID`, where: msg`On the same page. Templates belong to it.` },
  appId: {
    label: msg`App ID`,
    where: msg`App dashboard, App settings → Basic. Needed only for templates with a file in the header.`,
  },
  accessToken: {
    label: msg`Access token`,
    where: msg`Business settings → System users → Generate token, with whatsapp_business_messaging and whatsapp_business_management. The one on the API setup page ends within a day.`,
  },
  appSecret: {
    label: msg`App secret`,
    where: msg`App dashboard, App settings → Basic: “App secret”. Meta signs its callbacks with it.`,
  },
  verifyToken: { label: msg`Verify token`, where: msg`Made for you. You enter the same word at Meta in a later step.` },
  accountSid: { label: msg`Account SID`, where: msg`Twilio console, Account info. It begins with AC.` },
  authToken: {
    label: msg`Auth token`,
    where: msg`Beside the account SID. An API key cannot replace it: Twilio signs its callbacks with the auth token.`,
  },
  from: { label: msg`Number`, where: msg`A number of yours that can send texts, such as +15557654321, or a short code.` },
  messagingServiceSid: {
    label: msg`Messaging service SID`,
    where: msg`Messaging → Services. It begins with MG; the service chooses the number. Give a number, a service, or both.`,
  },
  igId: {
    label: msg`Instagram account ID`,
    where: msg`“user_id” in the answer of graph.instagram.com/v26.0/me?fields=user_id,username.`,
  },
  instagramToken: {
    label: msg`Access token`,
    where: msg`App dashboard, Instagram → API setup with Instagram login → Generate token. It lasts 60 days: replace it here before that.`,
  },
  instagramSecret: {
    label: msg`Instagram app secret`,
    where: msg`On the same page. It is another one than the secret of the app.`,
  },
  address: { label: msg`Address`, where: msg`What mail is sent from.` },
  fromName: { label: msg`Name`, where: msg`Shown beside the address.` },
  smtpHost: { label: msg`SMTP server`, where: msg`The settings of your mail provider call it outgoing server.` },
  smtpPort: { label: msg`SMTP port`, where: msg`587 with STARTTLS, or 465 with TLS from the start.` },
  smtpUsername: { label: msg`SMTP user name`, where: msg`Often the address itself.` },
  smtpPassword: {
    label: msg`SMTP password`,
    where: msg`Many providers want an app password, made in the security settings of the account.`,
  },
  postmarkToken: { label: msg`Server API token`, where: msg`Postmark, your server → API tokens.` },
  imapHost: {
    label: msg`IMAP server`,
    where: msg`The incoming server. The mailbox is read every 20 seconds; nothing in it is changed.`,
  },
  imapPort: { label: msg`IMAP port`, where: msg`993 with TLS.` },
  imapUsername: { label: msg`IMAP user name`, where: msg`Often the address itself.` },
  imapPassword: { label: msg`IMAP password`, where: msg`The same password as for sending, at most providers.` },
  callbackUsername: { label: msg`User name of callbacks`, where: msg`Made for you. Postmark sends it with each mail.` },
  callbackPassword: {
    label: msg`Password of callbacks`,
    where: msg`Made for you. It is part of the address that you enter at Postmark.`,
  },
  oauthTenant: {
    label: msg`Directory (tenant) ID`,
    where: msg`Entra admin center, Overview; or the domain of your organisation.`,
  },
  oauthClientId: { label: msg`Client ID`, where: msg`Of the application that you registered at the provider.` },
  oauthClientSecret: { label: msg`Client secret`, where: msg`Note when it ends: the channel stops then.` },
  oauthRefreshToken: {
    label: msg`Refresh token`,
    where: msg`From the consent of the mailbox owner. At Google the request needs access_type=offline and prompt=consent; at Microsoft the scope offline_access.`,
  },
};

/** What to do at the provider with the callback URL, one line each. */
export const callbackSteps: Partial<Record<ProviderId, readonly MessageDescriptor[]>> = {
  whatsapp: [
    msg`App dashboard, WhatsApp → Configuration → Webhook: enter the callback URL and the verify token, then “Verify and save”. A green tick means that both match.`,
    msg`Below it, subscribe to messages, calls and user_id_update; for templates also message_template_status_update.`,
  ],
  twilio: [
    msg`Phone numbers → Active numbers → the number → Messaging configuration.`,
    msg`“A message comes in”: Webhook, the callback URL, HTTP POST. With a messaging service: its Integration page, “Send a webhook”.`,
  ],
  postmark: [
    msg`Inbound stream → Settings → Webhook: enter the callback URL.`,
    msg`For bounces and opens: outbound stream → Webhooks, the same URL, and the events Delivery, Bounce, Spam complaint, Open and Subscription change.`,
  ],
  instagram: [
    msg`On the same page, “Configure webhooks”: enter the callback URL and the verify token, then subscribe to messages, messaging_postbacks, messaging_seen and message_reactions.`,
    msg`In the Instagram app, Settings → Messages and story replies → Message controls → Connected tools: allow access to messages.`,
  ],
};
