import { Failure } from '../../platform/errors.ts';
import type { ChannelType } from '../channels/index.ts';
import type { NamedValue } from '../messages/index.ts';

export type TemplateCategory = 'marketing' | 'utility' | 'authentication';
export type TemplateFormat = 'positional' | 'named';
export type TemplateQuality = 'green' | 'yellow' | 'red' | 'unknown';
export type TemplateStatus = 'draft' | 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled';

/** A text has examples for its placeholders. A file is given with every send; `fileId` is the sample that reviewers see. */
export type TemplateHeader = {
  kind: 'text' | 'image' | 'video' | 'document';
  text: string | null;
  examples: NamedValue[];
  fileId?: string | null;
};

/** `value` is the URL, the phone number, or the payload of a quick reply. */
export type TemplateButton = {
  type: 'quick_reply' | 'url' | 'phone_number';
  text: string;
  value: string | null;
  example: string | null;
};

export type TemplateContent = {
  header: TemplateHeader | null;
  body: { text: string; examples: NamedValue[] };
  footer: string | null;
  buttons: TemplateButton[];
};

/** The part of a template that its author writes. */
export type TemplateText = {
  name: string;
  language: string;
  category: TemplateCategory;
  format: TemplateFormat;
  /** Authentication only: after how many minutes the code expires. The message says so. */
  codeExpirationMinutes?: number | null;
} & TemplateContent;

export type Template = TemplateText & {
  id: string;
  channelId: string;
  channelType: ChannelType;
  status: TemplateStatus;
  reason: string | null;
  vendorId: string | null;
  /** The provider's rating, if it rates templates. */
  quality: TemplateQuality | null;
  createdAt: Date;
  updatedAt: Date;
};

const advice: Record<Exclude<TemplateStatus, 'approved'>, string> = {
  draft: 'is a draft: submit it first, and send it when it is approved',
  pending: 'is still being reviewed: send it when it is approved',
  rejected: 'was rejected: change it and submit it again',
  paused: 'was paused by the provider because of how it was received: wait until it is approved again, or send another one',
  disabled: 'was disabled by the provider: send another one',
};

/** Throws unless the template is approved. The message says what to do. */
export function requireSendable({ name, status, reason }: Pick<Template, 'name' | 'status' | 'reason'>): void {
  if (status === 'approved') return;
  throw new Failure('conflict', { message: `The template ${name} ${advice[status]}${reason ? ` (${reason})` : ''}` });
}
