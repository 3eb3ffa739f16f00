import type { Origin } from '../../platform/tracing.ts';
import type { HandleType } from '../contacts/index.ts';

export const messageTypes = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'location',
  'contact',
  'interactive',
  'template',
  'reaction',
  'unsupported',
] as const;
export type MessageType = (typeof messageTypes)[number];
export type MessageStatus = 'scheduled' | 'pending' | 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';

/** Why a message failed. `code` is the provider's, `key` is ours. */
export type MessageError = { key: string; code: string | null; message: string };

/** An address of a contact. */
export type Address = { type: HandleType; value: string };

/** The content of an inbound message, the same for all channels. */
export type InboundContent = {
  type: MessageType;
  text: string | null;
  media: InboundMedia[];
  /** Fields of this type: a location's coordinates, a button's id, a reaction's emoji, an email's subject. */
  details: Record<string, unknown> | null;
  /** The provider's id of the message this one replies to. */
  replyTo: string | null;
};

/**
 * An attachment of an inbound message. `ref`: the adapter fetches it. `bytes`: it is here. `payload`: a part of the callback; `text` and
 * `html` are complete texts that are too long to store in the message.
 */
export type InboundMedia = {
  mimeType: string | null;
  fileName: string | null;
  source: { ref: Record<string, string> } | { bytes: Buffer } | { payload: 'body' | 'text' | 'html' };
};

/** What a provider charges for a message, in its own terms. */
export type Pricing = { billable: boolean; model: string | null; category: string | null; type: string | null };

/** Everything a provider can send. Times are the provider's. */
export type Inbound =
  | {
      kind: 'message';
      /** The callback that brought it. */
      origin?: Origin | undefined;
      vendorId: string;
      at: Date;
      /** The address of the chat first, then other addresses of the same contact. */
      from: [Address, ...Address[]];
      name: string | null;
      content: InboundContent;
      /** How long the window stays open, if longer than usual on the channel. */
      opensForHours?: number;
      /** An automatic reply (out of office, bounce). Automations do not answer it. */
      isAutomatic: boolean;
      /** The message is an opt-out or opt-in keyword. */
      preference: 'stop' | 'start' | null;
    }
  /** Sent by the business in the provider's own app, or the provider's copy of an outbound message. */
  | { kind: 'echo'; origin?: Origin | undefined; vendorId: string; at: Date; to: Address; content: InboundContent }
  | {
      kind: 'status';
      /** At least one of the two: the provider's id, and our own message id where the provider hands it back. */
      vendorId: string | null;
      messageId: string | null;
      status: 'sent' | 'delivered' | 'read' | 'failed';
      at: Date;
      error: MessageError | null;
      /** The failure says that the contact has opted out. */
      isOptOut: boolean;
      /** What the provider charges for it. */
      pricing?: Pricing;
      /** Set if the receipt could be forged: it counts only for a message that was sent to one of these addresses. */
      recipients?: string[];
    }
  /** Everything sent to this address up to this time has been seen. */
  | { kind: 'seen'; vendorId: string | null; by: Address; at: Date }
  | { kind: 'deleted'; vendorId: string; at: Date }
  | {
      kind: 'preference';
      of: Address;
      isSubscribed: boolean;
      at: Date;
      /** Set if it could be forged: it counts only if this message was sent to that address. */
      about?: { vendorId: string; messageId: string | null };
    }
  | { kind: 'address'; of: Address; alsoKnownAs: Address }
  | { kind: 'template'; vendorId: string; name: string; language: string; status: TemplateVerdict; reason: string | null }
  /** The provider changed category or quality of a template. */
  | ({ kind: 'template_change' } & TemplateChange)
  | { kind: 'channel_trouble'; error: MessageError }
  /** Not used; counted in a metric. */
  | { kind: 'ignored'; what: string /** Forged; logged. */; isForged?: true };

export type TemplateChange = {
  vendorId: string;
  name: string;
  language: string;
  category?: 'marketing' | 'utility' | 'authentication';
  quality?: 'green' | 'yellow' | 'red' | 'unknown';
};

export type TemplateVerdict = 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled' | 'deleted';

/** A message as an adapter sends it: loaded, rendered and checked. */
export type Outgoing = {
  messageId: string;
  /** The same for every attempt of one send: a provider that supports it never sends twice. */
  attemptId: string;
  to: Address;
  content: OutgoingContent;
  /** The provider's id of the message this one replies to; for email also the references and the subject. */
  replyTo: { vendorId: string; references: string[]; subject?: string | null } | null;
  /** Sent by an automation or a campaign. A mail has the headers for it. */
  isAutomatic: boolean;
  /** URL for one-click unsubscribe (RFC 8058). Only marketing mails have it. */
  unsubscribeUrl?: string | undefined;
  /** A text of purpose utility outside the window: WhatsApp's Direct Send. */
  isDirectSend?: boolean | undefined;
};

export type OutgoingMedia = {
  /** Public and permanent. */
  url: string;
  mimeType: string;
  fileName: string;
  open(): Promise<NodeJS.ReadableStream>;
};

export type Button = { id: string; title: string };
export type ListSection = { title?: string | undefined; rows: { id: string; title: string; description?: string | undefined }[] };

export type OutgoingContent =
  | { type: 'text'; text: string; subject: string | null; html: string | null; attachments: OutgoingMedia[] }
  | { type: 'image' | 'video' | 'audio' | 'document'; media: OutgoingMedia; caption: string | null; subject: string | null }
  | { type: 'location'; latitude: number; longitude: number; name: string | null; address: string | null }
  | { type: 'reaction'; toVendorId: string; emoji: string | null }
  | {
      type: 'interactive';
      text: string;
      header: string | null;
      footer: string | null;
      choice: { buttons: Button[] } | { list: { button: string; sections: ListSection[] } };
    }
  | {
      type: 'template';
      name: string;
      language: string;
      /** Template values, for providers that render. */
      components: TemplateValues;
      /** The rendered text, for providers that do not. */
      rendered: { text: string; subject: string | null };
    };

/** Values in the order of a template's placeholders, or by name. */
export type TemplateValues = {
  format: 'positional' | 'named';
  header: { text: NamedValue } | { media: OutgoingMedia; kind: 'image' | 'video' | 'document' } | null;
  body: NamedValue[];
  buttons: { index: number; kind: 'url' | 'quick_reply'; value: string }[];
};
export type NamedValue = { name: string; value: string };
