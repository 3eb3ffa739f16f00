import type { Spec } from '../environment.ts';

type MetaApp = Spec & { accessToken: string; appSecret: string; verifyToken: string };

export type WhatsAppSpec = MetaApp & {
  kind: 'whatsapp';
  phoneNumberId: string;
  wabaId: string;
  displayPhoneNumber: string;
  /** The Meta app that samples of templates are uploaded to. Without it every app id is accepted. */
  appId?: string;
  /** The account may use Direct Send: plain utility texts outside the window. */
  directSend?: boolean;
  /** The number is also used in the WhatsApp Business app: Meta accepts 20 messages a second. */
  coexistence?: boolean;
  /** The address that subscribed_apps set before it was overridden. */
  ownCallbackUrl?: string;
};

export type InstagramSpec = MetaApp & { kind: 'instagram'; igId: string; username?: string };
export type MetaSpec = WhatsAppSpec | InstagramSpec;
