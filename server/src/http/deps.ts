import type { Pool } from 'pg';
import type { ChannelConnector } from '../adapters/connector.ts';
import type { UnsubscribeLinks } from '../domain/contacts/index.ts';
import type { RequestLog } from '../domain/requests/index.ts';
import type { Authenticate, KeyRing } from '../domain/tokens/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { FileStore, StoreState } from '../platform/file-store/index.ts';
import type { Leases } from '../platform/leases.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { ParserPool } from '../platform/parser-pool.ts';
import type { Passwords } from '../platform/passwords.ts';
import type { ProviderHttp } from '../platform/provider-http.ts';
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { SandboxControl } from '../platform/sandbox-control.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { Feed } from '../queue/index.ts';
import type { CtxDeps } from '../storage/context.ts';
import type { Database } from '../storage/database.ts';

/** The state that load balancers and dashboards read. */
export type Health = { draining: boolean; services(): Promise<Record<string, boolean>>; files(): StoreState };

/** The dependencies of the request pipeline. app.ts creates them. */
export type HttpDeps = {
  config: Config;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  database: Database;
  notify: CtxDeps['notify'];
  /** Starts spans; undefined while no traces are exported. */
  tracing: Tracing | undefined;
  feed: Feed;
  secrets: SecretBox;
  files: FileStore;
  /** Parses untrusted input in worker threads. Requests use it through their context. */
  parsers: ParserPool;
  connector: ChannelConnector;
  unsubscribeLinks: UnsubscribeLinks;
  /** The tenant of a channel, and what operators see of all tenants. Its database role can read no content. */
  directory: Pool;
  /** Calls the identity providers of tenants. Every address is checked. */
  identityProviders: Pick<ProviderHttp, 'request'>;
  /** The control API of the sandbox, for operations of sandbox tenants. */
  sandbox: SandboxControl;
  keys: KeyRing;
  authenticate: Authenticate;
  passwords: Passwords;
  rateLimiter: RateLimiter;
  /** Slots that are limited across processes: open connections to the event feed. */
  leases: Leases;
  requestLog: RequestLog;
  health: Health;
  /** Validate every answer against its schema: on in the tests, off where speed counts. */
  checkReplies: boolean;
};
