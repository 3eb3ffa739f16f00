import type { HandleType } from '../contacts/index.ts';
import type { ChannelType } from './channels.ts';

export type Capabilities = {
  /** Which kinds of address it can reach, the usual one first. */
  reaches: readonly HandleType[];
  /** How long after a contact's message the channel lets us write freely; null: always. */
  windowHours: number | null;
  /** Messages per second one channel of this kind takes, unless the channel says otherwise. */
  ratePerSecond: number;
  textMax: number;
  /** Instagram counts the bytes of a text in UTF-8, the others its characters. */
  textUnit: 'characters' | 'bytes';
  captionMax: number;
  /** Text and a file in one message. */
  captions: boolean;
  sends: ReadonlySet<string>;
  /** The name of somebody who writes does not come with the message; the provider has to be asked for it. */
  namesOnRequest?: true;
  buttonsMax: number;
  listRowsMax: number;
  /** How many files a text can carry; only email has attachments in that sense. */
  attachmentsMax: number;
};

/** How long a text is in the unit in which a kind of channel limits it. */
export const textLength = (text: string, { textUnit }: Pick<Capabilities, 'textUnit'>): number =>
  textUnit === 'bytes' ? Buffer.byteLength(text) : text.length;

const all = ['text', 'image', 'video', 'audio', 'document', 'location', 'interactive', 'template'];

/** What each kind of channel can do: the limits providers state, checked before anything is sent. */
export const capabilities: Record<ChannelType, Capabilities> = {
  whatsapp: {
    reaches: ['phone_number', 'whatsapp_user_id'],
    windowHours: 24,
    ratePerSecond: 80,
    textMax: 4096,
    textUnit: 'characters',
    captionMax: 1024,
    captions: true,
    sends: new Set([...all, 'reaction']),
    buttonsMax: 3,
    listRowsMax: 10,
    attachmentsMax: 0,
  },
  instagram: {
    reaches: ['instagram_id'],
    windowHours: 24,
    ratePerSecond: 10,
    textMax: 1000,
    textUnit: 'bytes',
    captionMax: 0,
    captions: false,
    sends: new Set(['text', 'image', 'video', 'audio', 'document', 'interactive', 'template', 'reaction']),
    namesOnRequest: true,
    buttonsMax: 13,
    listRowsMax: 13,
    attachmentsMax: 0,
  },
  sms: {
    reaches: ['phone_number'],
    windowHours: null,
    ratePerSecond: 10,
    textMax: 1600,
    textUnit: 'characters',
    captionMax: 1600,
    captions: true,
    sends: new Set(all),
    buttonsMax: 10,
    listRowsMax: 10,
    attachmentsMax: 0,
  },
  email: {
    reaches: ['email'],
    windowHours: null,
    ratePerSecond: 20,
    textMax: 200_000,
    textUnit: 'characters',
    captionMax: 200_000,
    captions: true,
    sends: new Set(all),
    buttonsMax: 10,
    listRowsMax: 10,
    attachmentsMax: 10,
  },
};
