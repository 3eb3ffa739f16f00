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

/** Why a message failed, in the provider's number and in words. `key` is ours, where we know a better word than "failed". */
export type MessageError = { key: string; code: string | null; message: string };

/** Where somebody can be reached. */
export type Address = { type: HandleType; value: string };

/** What a channel says of one message, the same for all channels. */
export type InboundContent = {
  type: MessageType;
  text: string | null;
  media: InboundMedia[];
  /** What only this type has: a location's coordinates, a button's id, a reaction's emoji, an email's subject. */
  details: Record<string, unknown> | null;
  /** The provider's id of the message this one answers. */
  replyTo: string | null;
};

/**
 * Bytes that came with a message: here already, or to be fetched with what the adapter put into `ref`, or a piece of the
 * callback itself: all of it, or the whole text or HTML of the message where that is longer than what is stored.
 */
export type InboundMedia = {
  mimeType: string | null;
  fileName: string | null;
  source: { ref: Record<string, string> } | { bytes: Buffer } | { payload: 'body' | 'text' | 'html' };
};

/** What a provider charges for a message, in its own words. */
export type Pricing = { billable: boolean; model: string | null; category: string | null; type: string | null };

/** Everything a provider can tell us. Times are the provider's. */
export type Inbound =
  | {
      kind: 'message';
      vendorId: string;
      at: Date;
      /** The address the chat belongs to first, then other addresses of the same person that this message teaches us. */
      from: [Address, ...Address[]];
      name: string | null;
      content: InboundContent;
      /** How long the window is open after it, where that is longer than usual on the channel. */
      opensForHours?: number;
      /** A machine answered (out of office, bounce): shown, but no automation should answer it. */
      isAutomatic: boolean;
      /** The contact asked to be left alone, or to be written to again, with this very message. */
      preference: 'stop' | 'start' | null;
    }
  /** Sent by the business from the provider's own app, or the provider's copy of what we sent. */
  | { kind: 'echo'; vendorId: string; at: Date; to: Address; content: InboundContent }
  | {
      kind: 'status';
      /** At least one of the two: the provider's id, and our own message id where the provider hands it back. */
      vendorId: string | null;
      messageId: string | null;
      status: 'sent' | 'delivered' | 'read' | 'failed';
      at: Date;
      error: MessageError | null;
      /** The failure says that the contact does not want to be written to. */
      isOptOut: boolean;
      /** What the provider charges for it. */
      pricing?: Pricing;
      /** Where anyone could have written the report: it counts only for a message that was sent to one of these addresses. */
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
      /** Where anyone could have written it: it counts only when this message of ours was sent to that address. */
      about?: { vendorId: string; messageId: string | null };
    }
  | { kind: 'address'; of: Address; alsoKnownAs: Address }
  | { kind: 'template'; vendorId: string; name: string; language: string; status: TemplateVerdict; reason: string | null }
  /** The provider sorts or rates a template anew, whether it is under review or not. */
  | ({ kind: 'template_change' } & TemplateChange)
  | { kind: 'channel_trouble'; error: MessageError }
  /** Something true that we have no use for; counted, so that nobody wonders where it went. */
  | { kind: 'ignored'; what: string /** Pretends to be what it is not; logged. */; isForged?: true };

export type TemplateChange = {
  vendorId: string;
  name: string;
  language: string;
  category?: 'marketing' | 'utility' | 'authentication';
  quality?: 'green' | 'yellow' | 'red' | 'unknown';
};

export type TemplateVerdict = 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled' | 'deleted';

/** A message as an adapter sends it: everything looked up, rendered and checked. */
export type Outgoing = {
  messageId: string;
  /** The same for every try of one send: a provider that honours it never sends twice. */
  attemptId: string;
  to: Address;
  content: OutgoingContent;
  /** The provider's id of the message this one answers, and for email the whole chain before it and its subject. */
  replyTo: { vendorId: string; references: string[]; subject?: string | null } | null;
  /** Written by an automation or a campaign: a mail says so, and how to unsubscribe. */
  isAutomatic: boolean;
  /** Where one click withdraws from marketing (RFC 8058). Only marketing mails have it. */
  unsubscribeUrl?: string | undefined;
  /** A text of purpose utility outside the window: WhatsApp's Direct Send. */
  isDirectSend?: boolean | undefined;
};

export type OutgoingMedia = {
  /** Public, direct, and it does not expire. */
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
      /** The provider's own parts of the template with the values filled in, for providers that render; */
      components: TemplateValues;
      /** and the text as the contact will read it, for those that do not. */
      rendered: { text: string; subject: string | null };
    };

/** Values in the order of a template's places, or by name where it names them. */
export type TemplateValues = {
  format: 'positional' | 'named';
  header: { text: NamedValue } | { media: OutgoingMedia; kind: 'image' | 'video' | 'document' } | null;
  body: NamedValue[];
  buttons: { index: number; kind: 'url' | 'quick_reply'; value: string }[];
};
export type NamedValue = { name: string; value: string };
