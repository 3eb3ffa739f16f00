import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { OpenFile, Received } from '../domain/files/index.ts';
import type { Feature } from '../domain/tenants/index.ts';
import type { Caller, KeyRing, Scope } from '../domain/tokens/index.ts';
import type { Config } from '../platform/config.ts';
import type { FailureKey } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store/index.ts';
import type { Leases } from '../platform/leases.ts';
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Feed } from '../queue/index.ts';
import type { Ctx } from '../storage/context.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a handler may use beside the context: who asks, and the service-wide things that no domain owns. */
export type RequestScope = {
  caller: Caller;
  /** The id that the answer carries, for entries in the audit log. */
  requestId: string;
  keys: KeyRing;
  secrets: SecretBox;
  config: Config;
  feed: Feed;
  files: FileStore;
  rateLimiter: RateLimiter;
  leases: Leases;
};

/** Returns whom the audit log names for a call. */
export const whoAsks = ({ caller: { tokenId, userId }, requestId }: RequestScope) => ({ tokenId, userId, requestId });

/** What a stream is asked for: no body, but a query string and headers. */
export type StreamInput = { query: URLSearchParams; headers: IncomingHttpHeaders };

/** One operation: everything the server, the OpenAPI document and the tests know about it. */
export type Route = {
  method: Method;
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  scope: Scope;
  feature?: Feature;
  /**
   * The operation deletes, pauses, cancels or ends something, so it is allowed on every plan, as reading is. Where that depends on the
   * body, a function says whether it does.
   */
  reducesUse?: true | ((body: never) => boolean);
  status: 200 | 201;
  body?: z.ZodType;
  bodyLimitBytes?: number;
  /** One request may change thousands of rows: its statements get more time. */
  isBulk?: true;
  /** Instead of JSON, one file as multipart/form-data. Its bytes are in the store before the handler is called. */
  upload?: true;
  /** Failures that do not follow from the method and the path. */
  fails?: readonly FailureKey[];
  /** The whole answer, envelope included. */
  reply: z.ZodType;
  handle(
    ctx: Ctx,
    input: { params: Record<string, string>; body: unknown; upload: Received | undefined },
    scope: RequestScope,
  ): Promise<object>;
  /** Instead of one answer, server-sent events for as long as the caller listens. */
  stream?(ctx: Ctx, input: StreamInput, scope: RequestScope): AsyncGenerator<string>;
  /** Instead of JSON, the bytes of a file. */
  bytes?(ctx: Ctx, input: { params: Record<string, string> }, scope: RequestScope): Promise<OpenFile>;
};

/** Searches and counts are asked by POST but change nothing; every other row that is not a GET does, or may. */
export const onlyReads = ({ method, path, scope }: Route): boolean =>
  method === 'GET' || path.endsWith('/search') || scope.endsWith('.read');

/** The feature that a plan must have for this operation, whatever the body; reading and reducing use need none. */
export const featureNeeded = (route: Route): Feature | undefined =>
  onlyReads(route) || route.reducesUse !== undefined ? undefined : route.feature;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Description<Path extends string, Body extends z.ZodType> = Omit<
  Route,
  'path' | 'body' | 'status' | 'handle' | 'stream' | 'upload' | 'bytes' | 'reply'
> & {
  path: Path;
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
    | {
        bytes(ctx: Ctx, input: { params: Record<ParamNames<Path>, string> }, scope: RequestScope): Promise<OpenFile>;
        handle?: undefined;
        upload?: undefined;
        stream?: undefined;
      }
  );

/** A row of the API. Path parameters and the body reach the handler typed by the row itself. */
export const route = <const Path extends string, Body extends z.ZodType = z.ZodUndefined>(row: Description<Path, Body>): Route =>
  ({ status: 200, ...row }) as unknown as Route;
