import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { ContextOf, Session, Visitor } from '../domain/accounts/index.ts';
import type { OpenFile, Received } from '../domain/files/index.ts';
import type { Feature } from '../domain/tenants/index.ts';
import type { Caller, KeyRing, Scope } from '../domain/tokens/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { Failure, type FailureKey } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store/index.ts';
import type { Leases } from '../platform/leases.ts';
import type { Passwords } from '../platform/passwords.ts';
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { SandboxControl } from '../platform/sandbox-control.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Feed } from '../queue/index.ts';
import type { Ctx } from '../storage/context.ts';
import type { Health } from './deps.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a handler can use in addition to the context: the caller and service-wide dependencies. */
export type RequestScope = {
  caller: Caller;
  /** The request id of the response, for audit entries. */
  requestId: string;
  keys: KeyRing;
  secrets: SecretBox;
  config: Config;
  feed: Feed;
  files: FileStore;
  rateLimiter: RateLimiter;
  leases: Leases;
  passwords: Passwords;
  sandbox: SandboxControl;
};

/**
 * Who may call an operation:
 * - `token`: an access token or a user token with the scope of the operation
 * - `person`: any user token. The operation is about the person, so no scope is needed
 * - `session`: the session cookie. For everything else the browser exchanges it for a user token
 * - `public`: everybody
 */
export type Access = 'token' | 'person' | 'session' | 'public';

/**
 * What an operation is for a user who does not see everything:
 * - `open`: it handles nothing that belongs to a conversation
 * - `filtered`: policies of the database limit it to what the user sees
 * - `forbidden`: it reaches all conversations (exports, webhooks, campaigns, logs and counts of the tenant), or would let the user see
 *   more (teams, tokens)
 */
export type ViewerAccess = 'open' | 'filtered' | 'forbidden';

/** What operations without a token can use. They have no tenant: `contextOf` returns the context of a tenant or an account. */
export type OpenScope = Pick<RequestScope, 'requestId' | 'keys' | 'secrets' | 'config' | 'rateLimiter' | 'passwords'> & {
  clock: Clock;
  /** Reads across tenants what its database role may read: ids, names, plans and the queue, and no content. */
  directory: Pool;
  health: Health;
  contextOf: ContextOf;
  visitor: Visitor;
  /** The session of the cookie, if it has one that has not ended. */
  session: Session | undefined;
  /** The token of the cookie. */
  sessionToken: string | undefined;
  /** Sets the session cookie of the response, or removes it. */
  setSessionCookie(token: string | null): void;
  /** Runs work after the response, so that the time of the response does not depend on it. */
  afterAnswer(work: () => Promise<void>): void;
};

/** Returns the actor of a call for the audit log. */
export const actorOf = ({ caller: { tokenId, userId }, requestId }: RequestScope) => ({ tokenId, userId, requestId });

/** Returns the user of the caller's token. Operations on data of one person (drafts, notifications) need one. */
export function userOf({ caller: { userId } }: RequestScope): string {
  if (userId === null) throw new Failure('user_required');
  return userId;
}

/** The input of a stream: it has no body. */
export type StreamInput = { query: URLSearchParams; headers: IncomingHttpHeaders };

/** One operation, as the server, the OpenAPI document and the tests see it. */
export type Route = {
  method: Method;
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  access: Access;
  /** Null if the operation needs no scope: only `token` operations have one. */
  scope: Scope | null;
  viewers: ViewerAccess;
  /** A `session` operation that a session without its second factor may use. */
  allowsPending?: true;
  /** A GET that a browser makes by itself, such as that of an image: the session cookie is accepted in place of a token. */
  acceptsCookie?: true;
  feature?: Feature;
  /**
   * The operation deletes, pauses, cancels or ends something, so every plan allows it, as reading. A function decides where it depends on
   * the body.
   */
  reducesUse?: true | ((body: never) => boolean);
  status: 200 | 201;
  body?: z.ZodType;
  bodyLimitBytes?: number;
  /** The operation changes only what belongs to the caller alone, such as a draft. It leaves no audit entry. */
  isPersonal?: true;
  /** One request can change thousands of rows: its statements have longer timeouts. */
  isBulk?: true;
  /** The body is one file as multipart/form-data. It is stored before the handler is called. */
  upload?: true;
  /** Failures that do not follow from the method and the path. */
  fails?: readonly FailureKey[];
  /** The whole response body. */
  reply: z.ZodType;
  handle(
    ctx: Ctx,
    input: { params: Record<string, string>; body: unknown; upload: Received | undefined },
    scope: RequestScope,
  ): Promise<object>;
  /** Serves an operation without a token, in place of `handle`. */
  serve?(input: { params: Record<string, string>; body: unknown }, scope: OpenScope): Promise<object>;
  /** Returns server-sent events instead of one response. */
  stream?(ctx: Ctx, input: StreamInput, scope: RequestScope): AsyncGenerator<string>;
  /** Returns the bytes of a file instead of JSON. */
  bytes?(ctx: Ctx, input: { params: Record<string, string> }, scope: RequestScope): Promise<OpenFile>;
  /** Returns an HTML document instead of JSON, with a content security policy of its own. */
  html?(ctx: Ctx, input: HtmlInput, scope: RequestScope): Promise<HtmlPage>;
};

/** The input of an HTML document: it has no body. */
export type HtmlInput = { params: Record<string, string>; query: URLSearchParams };
export type HtmlPage = { html: string; policy: string };

/** Returns whether a route only reads. Searches and counts use POST but change nothing. */
export const onlyReads = ({ method, path, scope }: Route): boolean =>
  method === 'GET' || path.endsWith('/search') || (scope?.endsWith('.read') ?? false);

/** Returns whether an operation needs no token: it has no caller and no tenant. */
export const isOpen = ({ access }: Pick<Route, 'access'>): boolean => access === 'session' || access === 'public';

/** Returns the feature that the plan must have, for any body. Reading and reducing use need none. */
export const featureNeeded = (route: Route): Feature | undefined =>
  onlyReads(route) || route.reducesUse !== undefined ? undefined : route.feature;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Description<Path extends string, Body extends z.ZodType> = Omit<
  Route,
  'path' | 'body' | 'status' | 'handle' | 'serve' | 'stream' | 'upload' | 'bytes' | 'html' | 'reply' | 'access' | 'scope'
> & {
  path: Path;
  /** The scope, or `person` for operations about the caller, which need none. */
  scope: Scope | 'person';
  body?: Body;
  status?: 200 | 201;
  reply: z.ZodType;
} & (
    | {
        handle(
          ctx: Ctx,
          input: { params: Record<ParamNames<Path>, string>; body: z.output<Body> },
          scope: RequestScope,
        ): Promise<object>;
        upload?: undefined;
        stream?: undefined;
        bytes?: undefined;
      }
    | {
        upload: true;
        handle(
          ctx: Ctx,
          input: { params: Record<ParamNames<Path>, string>; upload: Received },
          scope: RequestScope,
        ): Promise<object>;
        stream?: undefined;
        bytes?: undefined;
      }
    | { stream: NonNullable<Route['stream']>; handle?: undefined; upload?: undefined; bytes?: undefined }
    | { html: NonNullable<Route['html']>; handle?: undefined; upload?: undefined; stream?: undefined; bytes?: undefined }
    | {
        bytes(ctx: Ctx, input: { params: Record<ParamNames<Path>, string> }, scope: RequestScope): Promise<OpenFile>;
        handle?: undefined;
        upload?: undefined;
        stream?: undefined;
      }
  );

/** Defines a route. Path parameters and the body have the types of the definition. */
export const route = <const Path extends string, Body extends z.ZodType = z.ZodUndefined>(row: Description<Path, Body>): Route =>
  ({
    status: 200,
    ...row,
    access: row.scope === 'person' ? 'person' : 'token',
    scope: row.scope === 'person' ? null : row.scope,
  }) as unknown as Route;

/** A body without authentication is small. */
const OPEN_BODY_BYTES = 16_384;

type OpenRow<Path extends string, Body extends z.ZodType, Scope> = Pick<
  Route,
  'method' | 'operationId' | 'summary' | 'tag' | 'fails' | 'reply' | 'allowsPending' | 'bodyLimitBytes'
> & {
  path: Path;
  body?: Body;
  status?: 200 | 201;
  serve(input: { params: Record<ParamNames<Path>, string>; body: z.output<Body> }, scope: Scope): Promise<object>;
};

const openRoute = (access: Access, row: object): Route =>
  ({
    status: 200,
    bodyLimitBytes: OPEN_BODY_BYTES,
    ...row,
    access,
    scope: null,
    viewers: 'open',
    handle: () => Promise.reject(new Error('this operation has no tenant')),
  }) as unknown as Route;

/** Defines an operation that everybody may call. */
export const publicRoute = <const Path extends string, Body extends z.ZodType = z.ZodUndefined>(
  row: Omit<OpenRow<Path, Body, OpenScope>, 'allowsPending'>,
): Route => openRoute('public', row);

/** Defines an operation of a session: the cookie is checked, and for writes the Origin. */
export const sessionRoute = <const Path extends string, Body extends z.ZodType = z.ZodUndefined>(
  row: OpenRow<Path, Body, OpenScope & { session: Session }>,
): Route => openRoute('session', row);
