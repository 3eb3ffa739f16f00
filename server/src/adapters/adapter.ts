import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Profile } from '../domain/contacts/index.ts';
import type { Address, Inbound, MessageError, Outgoing } from '../domain/messages/index.ts';
import type { Mode } from '../domain/tenants/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { ParserPool } from '../platform/parser-pool.ts';
import type { ProviderHttp } from '../platform/provider-http.ts';
import type { SandboxEndpoints } from '../platform/sandbox-endpoints.ts';
import type { ChannelCredentials } from './credentials.ts';

/** A callback as it came in: raw bytes, because signatures are over bytes. */
export type InboundRequest = {
  /** The URL the provider was given, public host and query included: some sign it. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** When it came in: some providers tell no time, and a mail's own date is only its sender's word. */
  receivedAt: Date;
};

/** What to do after a refusal. `stop_channel`: nothing will work until somebody mends the channel. */
export type Refusal = {
  kind: 'refused';
  error: MessageError;
  next: 'retry' | 'slow_down' | 'fail' | 'stop_channel';
  retryAfterSeconds?: number | undefined;
  /** What the refusal teaches: the contact opted out, the window is closed, the template is not what we think. */
  learned?: 'opted_out' | 'window_closed' | 'template_changed' | undefined;
};

export type SendOutcome =
  /** `knownAs` is what the provider calls the recipient, where it is not what we called it. */
  | { kind: 'accepted'; vendorId: string; knownAs?: Address | undefined }
  | Refusal
  /** The provider may or may not have it. Never sent again by us unless the channel says so. */
  | { kind: 'unknown'; message: string };

export type SendDeps = {
  http: ProviderHttp;
  clock: Clock;
  /** Whatever is kept between calls, such as open connections, is kept apart by this. */
  mode: Mode;
  /** Where the provider reports what becomes of this message; it carries our message id. */
  callbackUrl: string;
  /** For adapters that exchange a secret for tokens. The connector always gives it. */
  credentials?: ChannelCredentials | undefined;
};

/** What reviewers see of a header that is a file. It is read only where the provider wants it. */
export type TemplateSample = { fileName: string; mimeType: string; sizeBytes: number; read(): Promise<Buffer> };

export type TemplateDraft = {
  /** What the provider calls the text it rejected before: it is changed in place, because a name is never free again soon. */
  vendorId: string | null;
  name: string;
  language: string;
  category: 'marketing' | 'utility' | 'authentication';
  format: 'positional' | 'named';
  header: { text: string; examples: string[] } | { kind: 'image' | 'video' | 'document'; sample?: TemplateSample } | null;
  body: { text: string; examples: { name: string; value: string }[] };
  footer: string | null;
  /** Authentication only: after how many minutes the code is no longer good. */
  codeExpirationMinutes?: number | null | undefined;
  buttons: {
    type: 'quick_reply' | 'url' | 'phone_number';
    text: string;
    value?: string | undefined;
    example?: string | undefined;
  }[];
};

/** A provider that reviews templates. Both calls may be repeated: a second submission of a name finds the first. */
export type TemplateConnector<Settings> = {
  submit(
    deps: SendDeps,
    settings: Settings,
    draft: TemplateDraft,
  ): Promise<{ kind: 'submitted'; vendorId: string; status: TemplateStatus } | Refusal>;
  remove(
    deps: SendDeps,
    settings: Settings,
    template: { name: string; vendorId: string | null },
  ): Promise<{ kind: 'removed' } | Refusal>;
};
export type TemplateStatus = 'pending' | 'approved' | 'rejected';

/** `destination` names the server and, where connections are kept per account, the account. */
export type Connections = { destination: string; most: number };

/** Fewer than the connections of the HTTP agent to one server: downloads and other calls need some too. */
const HTTP_SEND_CONNECTIONS = 64;

export const httpConnections = ({ baseUrl }: { baseUrl: string }): Connections => ({
  destination: new URL(baseUrl).origin,
  most: HTTP_SEND_CONNECTIONS,
});

/** Returns `inSandbox` for an adapter whose only address is `baseUrl`. */
export const baseUrlInSandbox =
  (sandboxPath = '') =>
  <Settings extends { baseUrl: string }>(settings: Settings, { url }: SandboxEndpoints): Settings => ({
    ...settings,
    baseUrl: `${url}/${sandboxPath}`,
  });

export type Destinations<Name extends string = string> = { readonly [Setting in Name]?: readonly Name[] };

/**
 * One channel kind: how to tell a provider's callback from a forged one, what it says, how to send, and what a refusal means.
 * `verify` and `parse` are pure and never throw on hostile input: verify answers false, parse answers what it could read.
 */
export type Adapter<Settings = never> = {
  /** The settings of a channel of this type. Base URLs have the provider's own as default. */
  settings: z.ZodType<Settings>;
  /** Names of settings that are sealed at rest and never shown. */
  secrets: readonly (keyof Settings & string)[];
  /** Settings that decide where secrets are sent, each with those secrets: whoever changes one must know them. */
  destinations: Destinations<keyof Settings & string>;
  /** The same account at the sandbox: every address of the provider is the sandbox's, whatever the settings say. */
  inSandbox(settings: Settings, place: SandboxEndpoints): Settings;
  /** Answers the provider's handshake (GET), or nothing when it is not the provider. */
  answerChallenge?(settings: Settings, query: URLSearchParams): string | undefined;
  /** The largest callback that is read; a larger one is answered with 413. */
  bodyLimitBytes: number;
  /** Tells by the headers alone that a callback is forged, before its body is read. What passes still has to be verified. */
  verifyHeaders(settings: Settings, headers: InboundRequest['headers']): boolean;
  verify(settings: Settings, request: InboundRequest): boolean;
  parse(settings: Settings, request: InboundRequest): Inbound[] | Promise<Inbound[]>;
  /**
   * The same in a worker thread and under limits, for callbacks whose content strangers write. Used instead of `parse` where it
   * is there. `hasBytes`: whether the bytes of attachments are wanted. Throws only when the pool is busy.
   */
  parseInPool?(
    pool: Pick<ParserPool, 'parse'>,
    settings: Settings,
    request: InboundRequest,
    hasBytes: boolean,
  ): Promise<Inbound[]>;
  /** The connections that `send` may use at once, in one process. A send is not begun before one of them is free. */
  connections(settings: Settings): Connections;
  /** Messages per second for an account with these settings, where that is not what the kind of channel takes. */
  ratePerSecond?(settings: Settings): number | undefined;
  send(deps: SendDeps, settings: Settings, message: Outgoing): Promise<SendOutcome>;
  /** Asks the provider what became of a send whose answer we never saw. Nothing: it cannot say. */
  lookUp?(deps: SendDeps, settings: Settings, message: Outgoing, since: Date): Promise<SendOutcome | undefined>;
  /** The bytes of something a contact sent. A refusal with `next: 'retry'` is tried again. */
  fetchMedia?(
    deps: Pick<SendDeps, 'http'>,
    settings: Settings,
    ref: Record<string, string>,
  ): Promise<{ kind: 'bytes'; stream: Readable; mimeType: string | null } | Refusal>;
  /** The name of somebody who wrote, for providers that tell it on request only. */
  fetchProfile?(
    deps: Pick<SendDeps, 'http'>,
    settings: Settings,
    address: string,
  ): Promise<({ kind: 'profile' } & Profile) | Refusal>;
  templates?: TemplateConnector<Settings>;
  /**
   * For channels that are asked instead of calling: what is new since the cursor. An error with `needsAttention` stops the
   * channel, with its message as the reason.
   */
  poll?(
    deps: Pick<SendDeps, 'http' | 'clock' | 'credentials'>,
    settings: Settings,
    cursor: string | null,
  ): Promise<{ found: { key: string; body: Buffer }[]; cursor: string }>;
  /** Lets go of what is kept between calls, such as open connections. It may be used again afterwards. */
  close?(): void;
  /** What the provider expects to hear when a callback was kept; JSON unless it says otherwise. */
  answer?: { contentType: string; body: string };
};

/** Keeps an adapter's own types inside, for a list of adapters that takes settings as they come from the database. */
export const defineAdapter = <Settings>(adapter: Adapter<Settings>): Adapter => adapter as unknown as Adapter;
