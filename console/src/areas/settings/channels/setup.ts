/**
 * The guided setup of each provider as data: which settings it needs, in which steps, and what has to be entered at the provider. The
 * texts are in setup-texts.ts, keyed by the same names.
 */
export type ChannelType = 'whatsapp' | 'sms' | 'email' | 'instagram';
export type ProviderId = 'whatsapp' | 'twilio' | 'imap' | 'postmark' | 'google' | 'microsoft' | 'instagram';

export type FieldName =
  | 'phoneNumberId'
  | 'wabaId'
  | 'appId'
  | 'accessToken'
  | 'appSecret'
  | 'verifyToken'
  | 'accountSid'
  | 'authToken'
  | 'from'
  | 'messagingServiceSid'
  | 'igId'
  | 'instagramToken'
  | 'instagramSecret'
  | 'address'
  | 'fromName'
  | 'smtpHost'
  | 'smtpPort'
  | 'smtpUsername'
  | 'smtpPassword'
  | 'postmarkToken'
  | 'imapHost'
  | 'imapPort'
  | 'imapUsername'
  | 'imapPassword'
  | 'callbackUsername'
  | 'callbackPassword'
  | 'oauthTenant'
  | 'oauthClientId'
  | 'oauthClientSecret'
  | 'oauthRefreshToken';

export type SetupField = {
  name: FieldName;
  /** The setting of the API, if it has another name. */
  setting?: string;
  kind: 'text' | 'secret' | 'number' | 'generated';
  isOptional?: boolean;
  pattern?: RegExp;
  example?: string;
  value?: string;
};

export type StepId = 'number' | 'access' | 'account' | 'sender' | 'sending' | 'receiving' | 'application' | 'callback' | 'check';
export type SetupStep = { id: StepId; fields: readonly SetupField[] };

export type ProviderSetup = {
  id: ProviderId;
  type: ChannelType;
  /** Settings that are the same for every account of the provider. */
  presets: Readonly<Record<string, unknown>>;
  /** Steps with values. The steps `callback` (if the provider calls us) and `check` follow. */
  steps: readonly SetupStep[];
  hasCallback: boolean;
  /** Who has to write first: on WhatsApp and Instagram a business cannot, without a template. */
  firstMessage: 'contact' | 'business';
};

const metaId = /^[\w-]{1,64}$/;
const digits = { kind: 'text', pattern: metaId } as const;
const host = { kind: 'text', pattern: /^[A-Za-z0-9.:-]{1,253}$/ } as const;
const port = (value: string) => ({ kind: 'number', pattern: /^\d{1,5}$/, value }) as const;
const email = { kind: 'text', pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ } as const;

const sender: SetupStep = {
  id: 'sender',
  fields: [
    { name: 'address', ...email, example: 'help@example.com' },
    { name: 'fromName', kind: 'text', isOptional: true, example: 'Example support' },
  ],
};

const application = (...more: SetupField[]): SetupStep => ({
  id: 'application',
  fields: [
    ...more,
    { name: 'oauthClientId', kind: 'text' },
    { name: 'oauthClientSecret', kind: 'secret' },
    { name: 'oauthRefreshToken', kind: 'secret' },
  ],
});

const setupList: readonly ProviderSetup[] = [
  {
    id: 'whatsapp',
    type: 'whatsapp',
    presets: {},
    hasCallback: true,
    firstMessage: 'contact',
    steps: [
      {
        id: 'number',
        fields: [
          { name: 'phoneNumberId', ...digits, example: '106540352242922' },
          { name: 'wabaId', ...digits, example: '102290129340398' },
        ],
      },
      {
        id: 'access',
        fields: [
          { name: 'accessToken', kind: 'secret', example: 'EAAJB…' },
          { name: 'appSecret', kind: 'secret' },
          { name: 'appId', ...digits, isOptional: true },
          { name: 'verifyToken', kind: 'generated' },
        ],
      },
    ],
  },
  {
    id: 'twilio',
    type: 'sms',
    presets: {},
    hasCallback: true,
    firstMessage: 'business',
    steps: [
      {
        id: 'account',
        fields: [
          { name: 'accountSid', kind: 'text', pattern: /^AC\w{1,64}$/, example: 'AC0123…' },
          { name: 'authToken', kind: 'secret' },
        ],
      },
      {
        id: 'sender',
        fields: [
          { name: 'from', kind: 'text', pattern: /^(\+[1-9]\d{6,14}|\d{3,8})$/, isOptional: true, example: '+15557654321' },
          { name: 'messagingServiceSid', kind: 'text', pattern: /^MG\w{1,64}$/, isOptional: true, example: 'MG0123…' },
        ],
      },
    ],
  },
  {
    id: 'imap',
    type: 'email',
    presets: {},
    hasCallback: false,
    firstMessage: 'business',
    steps: [
      sender,
      {
        id: 'sending',
        fields: [
          { name: 'smtpHost', ...host, example: 'smtp.example.com' },
          { name: 'smtpPort', ...port('587') },
          { name: 'smtpUsername', kind: 'text', isOptional: true },
          { name: 'smtpPassword', kind: 'secret', isOptional: true },
        ],
      },
      {
        id: 'receiving',
        fields: [
          { name: 'imapHost', ...host, example: 'imap.example.com' },
          { name: 'imapPort', ...port('993') },
          { name: 'imapUsername', kind: 'text' },
          { name: 'imapPassword', kind: 'secret' },
        ],
      },
    ],
  },
  {
    id: 'postmark',
    type: 'email',
    presets: { smtpHost: 'smtp.postmarkapp.com', smtpPort: 587 },
    hasCallback: true,
    firstMessage: 'business',
    steps: [
      sender,
      {
        id: 'sending',
        fields: [
          { name: 'postmarkToken', setting: 'smtpPassword', kind: 'secret' },
          { name: 'callbackUsername', kind: 'generated' },
          { name: 'callbackPassword', kind: 'generated' },
        ],
      },
    ],
  },
  {
    id: 'google',
    type: 'email',
    presets: { oauthProvider: 'google', smtpHost: 'smtp.gmail.com', smtpPort: 587, imapHost: 'imap.gmail.com' },
    hasCallback: false,
    firstMessage: 'business',
    steps: [sender, application()],
  },
  {
    id: 'microsoft',
    type: 'email',
    presets: { oauthProvider: 'microsoft', smtpHost: 'smtp.office365.com', smtpPort: 587, imapHost: 'outlook.office365.com' },
    hasCallback: false,
    firstMessage: 'business',
    steps: [sender, application({ name: 'oauthTenant', kind: 'text', example: 'example.com' })],
  },
  {
    id: 'instagram',
    type: 'instagram',
    presets: {},
    hasCallback: true,
    firstMessage: 'contact',
    steps: [
      { id: 'account', fields: [{ name: 'igId', ...digits, example: '17841400000000000' }] },
      {
        id: 'access',
        fields: [
          { name: 'instagramToken', setting: 'accessToken', kind: 'secret' },
          { name: 'instagramSecret', setting: 'appSecret', kind: 'secret' },
          { name: 'verifyToken', kind: 'generated' },
        ],
      },
    ],
  },
];

export const setups = Object.fromEntries(setupList.map((setup) => [setup.id, setup])) as Record<ProviderId, ProviderSetup>;
export const providersOf = (type: ChannelType): ProviderSetup[] => setupList.filter((setup) => setup.type === type);

export type Values = Partial<Record<FieldName, string>>;

export const stepsOf = (setup: ProviderSetup): SetupStep[] => [
  ...setup.steps,
  ...(setup.hasCallback ? [{ id: 'callback', fields: [] } as const] : []),
  { id: 'check', fields: [] },
];

/** Returns the values to begin with: defaults, and random words for what both sides must know. */
export function initialValues(setup: ProviderSetup, random: () => string): Values {
  const fields = setup.steps.flatMap((step) => step.fields);
  return Object.fromEntries(fields.map(({ name, kind, value }) => [name, kind === 'generated' ? random() : (value ?? '')]));
}

export type ValueFault = 'missing' | 'wrong';

/** Returns what is wrong with the values of a step, before the server is asked. */
export function faultsIn(step: SetupStep, values: Values): Partial<Record<FieldName, ValueFault>> {
  const faults = step.fields.flatMap((field): [FieldName, ValueFault][] => {
    const value = (values[field.name] ?? '').trim();
    if (value === '') return field.isOptional ? [] : [[field.name, 'missing']];
    return field.pattern && !field.pattern.test(value) ? [[field.name, 'wrong']] : [];
  });
  return Object.fromEntries(faults);
}

export const settingOf = ({ name, setting }: SetupField): string => setting ?? name;

/** Returns the settings of the channel. Empty values are left out: the API has its own defaults. */
export function settingsOf(setup: ProviderSetup, values: Values): Record<string, unknown> {
  const given = setup.steps.flatMap((step) =>
    step.fields.flatMap((field): [string, unknown][] => {
      const value = (values[field.name] ?? '').trim();
      return value === '' ? [] : [[settingOf(field), field.kind === 'number' ? Number(value) : value]];
    }),
  );
  const settings: Record<string, unknown> = { ...setup.presets, ...Object.fromEntries(given) };
  // Postmark takes the server token as user name and as password.
  if (setup.id === 'postmark' && settings.smtpPassword !== undefined) settings.smtpUsername = settings.smtpPassword;
  if (settings.smtpPort === 465) settings.smtpSecure = true;
  return settings;
}

/** Returns the field that an error of the API is about (`settings.accountSid`), with its step. */
export function placeOf(setup: ProviderSetup, path: string): { step: number; name: FieldName } | null {
  const setting = path.replace(/^settings\./, '').split('.')[0];
  for (const [index, step] of setup.steps.entries()) {
    const field = step.fields.find((field) => settingOf(field) === setting);
    if (field) return { step: index, name: field.name };
  }
  return null;
}

/** Returns the callback URL in the form in which the provider wants it. */
export function callbackUrlOf(provider: ProviderId, inboundUrl: string, { callbackUsername, callbackPassword }: Values): string {
  if (provider === 'twilio') return `${inboundUrl}#rc=3&rp=all`; // three more attempts after any failure
  if (provider !== 'postmark' || !callbackUsername || !callbackPassword) return inboundUrl;
  const url = new URL(inboundUrl);
  url.username = callbackUsername;
  url.password = callbackPassword;
  return url.href;
}

/** Returns the provider of a channel that exists, as far as its settings show it. */
export function providerOf({ type, settings }: { type: string; settings: Record<string, unknown> }): ProviderId | null {
  if (type === 'whatsapp' || type === 'instagram') return type;
  if (type === 'sms') return 'twilio';
  if (type !== 'email') return null;
  if (settings.oauthProvider === 'google' || settings.oauthProvider === 'microsoft') return settings.oauthProvider;
  return settings.callbackUsername !== undefined && settings.imapHost === undefined ? 'postmark' : 'imap';
}

/** Returns made-up credentials for a channel of a sandbox tenant. The sandbox knows no other accounts than those of its channels. */
export function sandboxSettings(type: ChannelType, digits: (count: number) => string): Record<string, unknown> {
  const word = () => digits(20);
  const meta = () => ({ accessToken: word(), appSecret: word(), verifyToken: word() });
  switch (type) {
    case 'whatsapp':
      return { phoneNumberId: digits(15), wabaId: digits(15), ...meta() };
    case 'sms':
      return { accountSid: `AC${digits(32)}`, authToken: word(), from: `+1555${digits(7)}` };
    case 'instagram':
      return { igId: digits(17), ...meta() };
    case 'email': {
      const address = `support-${digits(4)}@sandbox.example`;
      const login = { smtpUsername: address, smtpPassword: word(), callbackUsername: 'sandbox', callbackPassword: word() };
      return { address, smtpHost: 'smtp.sandbox.example', ...login };
    }
    default:
      return type satisfies never;
  }
}
