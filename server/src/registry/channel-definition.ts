type Settings = Readonly<Record<string, unknown>>;

export type MessageKind =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'location'
  | 'interactive'
  | 'template'
  | 'reaction';
export type MediaKind = Extract<MessageKind, 'image' | 'video' | 'audio' | 'document'>;

/** The rules of one channel type, checked before anything is sent. Data and pure functions only: the domain reads it. */
export type ChannelDefinition<HandleType extends string = string> = {
  /** The handle types that the channel can reach, the preferred one first. */
  reaches: readonly HandleType[];
  /** Messages per second of one channel, unless the channel's own setting says otherwise. */
  ratePerSecond: number;
  /** The provider sends no name with a message; a job asks for it. */
  namesOnRequest?: true;
  /** The headers of a callback that are stored with its body. Credentials are never among them. */
  storedHeaders: readonly string[];
  /** For channels that are polled for new messages. `contentType` is the type of what the adapter's `poll` returns. */
  polling?: { isOn(settings: Settings): boolean; contentType: string };
  /** The path below SANDBOX_URL where the sandbox imitates the provider's HTTP API. */
  sandboxPath?: string;

  text: {
    max: number;
    unit: 'characters' | 'bytes';
    /** Messages have a subject and HTML. */
    isMail?: true;
    /** How many files one text message can carry. */
    attachmentsMax: number;
  };
  /** Message types that the channel can send. */
  sends: ReadonlySet<MessageKind>;
  media: {
    /** Media types that can have a caption. */
    captioned: ReadonlySet<MediaKind>;
    captionMax: number;
    /** A file must be uploaded first; a public URL is refused. */
    mustBeUploaded?: true;
  };
  choices: { buttonsMax: number; listRowsMax: number };

  /** How long after a contact's message free messages are allowed. Null: the channel has no messaging window. */
  window: {
    hours: number;
    /** The hours for a channel with these settings, where they differ. */
    hoursFor?(settings: Settings): number | undefined;
    /** Messages of this type and purpose need no open window on a channel that has this setting. */
    exempt?: { setting: string; type: MessageKind; purpose: string };
  } | null;
  templates: {
    /** The provider reviews templates before they can be sent. */
    isReviewed: boolean;
    bodyMax: number;
    /** The provider writes the text of authentication templates; only the code is ours. */
    hasFixedAuthenticationText?: true;
  };
  consent: {
    /** What a stop word or an unsubscribe withdraws. */
    stops: 'marketing' | 'everything';
    /** Where it applies: on this channel, or on all channels of this type. */
    scope: 'channel' | 'channel_type';
    /** Marketing messages carry a one-click unsubscribe URL (RFC 8058). */
    hasUnsubscribeUrl?: true;
  };
};

/** Message types that every channel so far can send. */
export const commonMessages = ['text', 'image', 'video', 'audio', 'document', 'interactive', 'template'] as const;
export const allMedia: ReadonlySet<MediaKind> = new Set<MediaKind>(['image', 'video', 'audio', 'document']);

/** Keeps the literal handle types, from which `HandleType` is derived. */
export const defineChannel = <const HandleType extends string>(
  definition: ChannelDefinition<HandleType>,
): ChannelDefinition<HandleType> => definition;
