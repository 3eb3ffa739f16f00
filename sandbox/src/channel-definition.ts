import type { FastifyInstance } from 'fastify';
import type { CallbackBuilder } from './callback-builder.ts';
import type { Environment, Spec } from './environment.ts';
import type { KnobName, Knobs } from './knobs/knobs.ts';

type JsonSchemas = Record<string, Record<string, unknown>>;
/** The ids and secrets that both sides must know. */
export type Credentials = Record<string, string>;

/** An API of a provider, below the sandbox's URL. Two channels can share one. */
export type ProviderApi = {
  prefix: `/${string}`;
  title: string;
  addRoutes(environment: Environment): (app: FastifyInstance) => Promise<void>;
};

/** The sandbox's side of one channel kind. */
export type ChannelDefinition<S extends Spec = Spec> = {
  callbacks: CallbackBuilder<S>;
  api?: ProviderApi;
  /** JSON schemas of an account's own fields; every account also has `kind` and `callbackUrl`. */
  account: { required: JsonSchemas; optional?: JsonSchemas };
  /** The ids by which the provider's API finds an account. */
  providerIds(spec: S): string[];
  /** Additional knobs beside the common ones, and defaults that differ. */
  knobs: readonly KnobName[];
  knobDefaults?: Partial<Knobs>;
  /** The provider's own rate limit for this account, if it has one. */
  ratePerSecond?(spec: S): number | undefined;
  /** Runs the provider's handshake with the callback URL. */
  verify?(environment: Environment, spec: S): Promise<unknown>;
  connect: {
    newCredentials(): Credentials;
    /** The settings of the channel in Patchbay, and the fields of its account here. */
    settings(credentials: Credentials, sandbox: { url: string; smtpPort: number }): Record<string, unknown>;
    account(credentials: Credentials): Record<string, unknown>;
  };
  /** For the page: an address that a person could have, and the colour of the badge. */
  exampleAddress: string;
  color: string;
};
