import { type Kind, kinds } from '../channels/kinds.ts';

/** Written by hand from the providers' rules and the guide, not from the code that it verifies. */
export { type Kind as ChannelKind, kinds as channelKinds };

export const purposes = ['marketing', 'utility', 'service'] as const;
export type Purpose = (typeof purposes)[number];

export const states = ['none', 'granted', 'withdrawn'] as const;
export type State = (typeof states)[number];

/** What the statement covers, seen from the channel that the message goes through. */
export const coverages = ['this_channel', 'another_channel', 'this_kind', 'another_kind', 'all_channels'] as const;
export type Coverage = (typeof coverages)[number];

/**
 * `answer`: text to somebody who wrote after the statement. `initiated`: text to somebody who never wrote, which only SMS and email
 * allow. `says_…`: text whose author names the purpose.
 */
export const messageKinds = [
  'answer',
  'initiated',
  'says_marketing',
  'says_utility',
  'says_service',
  'template_marketing',
  'template_utility',
  'template_authentication',
  'campaign',
  'automation',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Which withdrawal refuses a message, where the statement covers its channel. */
const refusedBy: Record<MessageKind, Purpose> = {
  answer: 'service',
  initiated: 'marketing',
  says_marketing: 'marketing',
  says_utility: 'utility',
  says_service: 'service',
  template_marketing: 'marketing',
  template_utility: 'utility',
  template_authentication: 'utility',
  campaign: 'marketing',
  automation: 'service', // it answers too: the contact wrote after the statement
};

const covers: Record<Coverage, boolean> = {
  this_channel: true,
  another_channel: false,
  this_kind: true,
  another_kind: false,
  all_channels: true,
};

export type Scenario = { kind: Kind; state: State; coverage: Coverage; purpose: Purpose };

export const isRefused = ({ state, coverage, purpose }: Scenario, message: MessageKind): boolean =>
  state === 'withdrawn' && covers[coverage] && refusedBy[message] === purpose;

/** A text can be the first message only where the channel has no messaging window. */
export const kindsOn = (kind: Kind): MessageKind[] =>
  messageKinds.filter((message) => message !== 'initiated' || kind === 'sms' || kind === 'email');

export const scenariosOn = (kind: Kind, wanted: readonly Coverage[]): Scenario[] => [
  { kind, state: 'none', coverage: 'all_channels', purpose: 'marketing' },
  ...(['granted', 'withdrawn'] as const).flatMap((state) =>
    wanted.flatMap((coverage) => purposes.map((purpose) => ({ kind, state, coverage, purpose }))),
  ),
];

/** What STOP and its like refuse on the channel they were said on, on a second one of the same kind, and after they were taken back. */
export const stops: Record<Exclude<Kind, 'instagram'>, { here: MessageKind[]; elsewhere: MessageKind[] }> = {
  whatsapp: { here: ['says_marketing', 'template_marketing'], elsewhere: [] },
  sms: {
    here: ['says_marketing', 'says_utility', 'says_service', 'template_marketing', 'template_utility', 'template_authentication'],
    elsewhere: [],
  },
  email: { here: ['says_marketing', 'template_marketing'], elsewhere: ['says_marketing', 'template_marketing'] },
};
