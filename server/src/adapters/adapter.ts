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

/** A callback with its raw bytes: providers sign the bytes. */
export type InboundRequest = {
  /** The public URL of the callback with its query: some providers sign it. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Used where the provider sends no time; the date of a mail is chosen by its sender. */
  receivedAt: Date;
};

/** A refusal and what to do next. `stop_channel`: every send fails until the settings of the channel are changed. */
export type Refusal = {
  kind: 'refused';
  error: MessageError;
  next: 'retry' | 'slow_down' | 'fail' | 'stop_channel';
  retryAfterSeconds?: number | undefined;
  /** What the refusal implies: the contact opted out, the window is closed, or the template has another status. */
  implies?: 'opted_out' | 'window_closed' | 'template_changed' | undefined;
};

export type SendOutcome =
  /** `knownAs`: the provider's address of the recipient, if it differs from ours. */
  | { kind: 'accepted'; vendorId: string; knownAs?: Address | undefined }
  | Refusal
  /** The provider may have the message. It is sent again only if the channel's send guarantee allows it. */
  | { kind: 'unknown'; message: string };

export type SendDeps = {
  http: ProviderHttp;
  clock: Clock;
  /** Live and sandbox tenants share no state between calls, such as open connections. */
  mode: Mode;
  /** The URL for the provider's status reports. It contains our message id. */
  callbackUrl: string;
  /** For adapters that exchange a secret for tokens. The connector always sets it. */
  credentials?: ChannelCredentials | undefined;
};

/** The sample file of a template header, for reviewers. It is read only if the provider needs it. */
export type TemplateSample = { fileName: string; mimeType: string; sizeBytes: number; read(): Promise<Buffer> };

export type TemplateDraft = {
  /** The provider's id of the rejected template. It is updated in place, because its name cannot be reused for weeks. */
  vendorId: string | null;
  name: string;
  language: string;
  category: 'marketing' | 'utility' | 'authentication';
  format: 'positional' | 'named';
  header: { text: string; examples: string[] } | { kind: 'image' | 'video' | 'document'; sample?: TemplateSample } | null;
  body: { text: string; examples: { name: string; value: string }[] };
  footer: string | null;
  /** Authentication only: after how many minutes the code expires. */
  codeExpirationMinutes?: number | null | undefined;
  buttons: {
    type: 'quick_reply' | 'url' | 'phone_number';
    text: string;
    value?: string | undefined;
    example?: string | undefined;
  }[];
};

/** For providers that review templates. Both calls can be repeated: a second submission of a name finds the first. */
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

/** `destination` is the server and, if connections belong to an account, the account. `mostPerTenant` is below `most` where tenants share it. */
export type Connections = { destination: string; most: number; mostPerTenant: number };

/** Below the limit of the HTTP agent per server: downloads and other calls need connections, too. */
const HTTP_SEND_CONNECTIONS = 64;
/** The rest is free for other tenants while the provider is slow for one of them. */
const HTTP_SEND_CONNECTIONS_PER_TENANT = 48;

export const httpConnections = ({ baseUrl }: { baseUrl: string }): Connections => ({
  destination: new URL(baseUrl).origin,
  most: HTTP_SEND_CONNECTIONS,
  mostPerTenant: HTTP_SEND_CONNECTIONS_PER_TENANT,
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
 * The code of one channel type: verifies and parses callbacks, sends messages and classifies refusals. `verify` and `parse` are pure
 * and never throw: `verify` returns false, `parse` returns the items it could read.
 */
export type Adapter<Settings = never> = {
  /** The settings of a channel of this type. Base URLs have the provider's own as default. */
  settings: z.ZodType<Settings>;
  /** Settings that are stored encrypted and never returned. */
  secrets: readonly (keyof Settings & string)[];
  /** Settings that decide where secrets are sent, with those secrets. A change of one requires the secrets again. */
  destinations: Destinations<keyof Settings & string>;
  /** Returns settings in which every address of the provider is replaced by the sandbox's. */
  inSandbox(settings: Settings, sandbox: SandboxEndpoints): Settings;
  /** Returns the account that the sandbox needs for these settings: its address, and its fields. Undefined: the channel has no phone. */
  sandboxAccount?(settings: Settings): { address: string; fields: Record<string, unknown> };
  /** Returns the answer to the provider's handshake (GET), or undefined if the request is not the provider's. */
  answerChallenge?(settings: Settings, query: URLSearchParams): string | undefined;
  /** A larger callback is answered with 413. */
  bodyLimitBytes: number;
  /** Returns false for a callback whose headers show that it is forged, before its body is read. `verify` follows. */
  verifyHeaders(settings: Settings, headers: InboundRequest['headers']): boolean;
  verify(settings: Settings, request: InboundRequest): boolean;
  parse(settings: Settings, request: InboundRequest): Inbound[] | Promise<Inbound[]>;
  /**
   * Parses in a worker thread with limits, for callbacks with untrusted content such as mails. It is used instead of `parse`.
   * `hasBytes`: return the bytes of attachments, too. Throws only when the pool is busy.
   */
  parseInPool?(
    pool: Pick<ParserPool, 'parse'>,
    settings: Settings,
    request: InboundRequest,
    hasBytes: boolean,
  ): Promise<Inbound[]>;
  /** The connections of one process that `send` may use. A send starts when one of them is free. */
  connections(settings: Settings): Connections;
  /** Messages per second for an account with these settings, if it differs from the definition. */
  ratePerSecond?(settings: Settings): number | undefined;
  send(deps: SendDeps, settings: Settings, message: Outgoing): Promise<SendOutcome>;
  /** Asks the provider for the outcome of a send whose answer was lost. Undefined: the provider has no such query. */
  lookUp?(deps: SendDeps, settings: Settings, message: Outgoing, since: Date): Promise<SendOutcome | undefined>;
  /** Downloads a file that a contact sent. A refusal with `next: 'retry'` is retried. */
  fetchMedia?(
    deps: Pick<SendDeps, 'http'>,
    settings: Settings,
    ref: Record<string, string>,
  ): Promise<{ kind: 'bytes'; stream: Readable; mimeType: string | null } | Refusal>;
  /** Returns the name of a contact, for providers that do not send it with a message. */
  fetchProfile?(
    deps: Pick<SendDeps, 'http'>,
    settings: Settings,
    address: string,
  ): Promise<({ kind: 'profile' } & Profile) | Refusal>;
  templates?: TemplateConnector<Settings>;
  /**
   * Returns what is new since the cursor, for channels that are polled. An error with `needsAttention` stops the channel, with its
   * message as the reason.
   */
  poll?(
    deps: Pick<SendDeps, 'http' | 'clock' | 'credentials'>,
    settings: Settings,
    cursor: string | null,
  ): Promise<{ found: { key: string; body: Buffer }[]; cursor: string }>;
  /** Closes connections that are reused between calls. The adapter can be used again afterwards. */
  close?(): void;
  /** The response to an accepted callback, if the provider expects something other than JSON. */
  answer?: { contentType: string; body: string };
};

/** Hides the type of an adapter's settings: the list of adapters passes settings as they are stored. */
export const defineAdapter = <Settings>(adapter: Adapter<Settings>): Adapter => adapter as unknown as Adapter;
