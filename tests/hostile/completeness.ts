import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Source = { path: string; text: string };

/** What a file has that takes outside input apart: language features that parse, and libraries that do. */
const PRIMITIVES = [
  /\bJSON\.parse\(/,
  /\bnew URLSearchParams\(/,
  /\.matchAll\(/,
  /\bnew TextDecoder\(/,
  /\bdecodeURIComponent\(/,
  /\bnew URL\(|\bURL\.parse\(/,
  /from '(?:node:querystring|node:zlib)'/,
  /\b(?:jwtVerify|decodeJwt|decodeProtectedHeader)\(/,
  /from '(?:postal-mime|htmlparser2|html-to-text|sanitize-html|@fastify\/multipart|rrule-temporal|file-type|imapflow|piscina|libphonenumber-js|otpauth|openid-client|@simplewebauthn\/server)'/,
  /\b(?:parseHeader|parsePage|scanRecord|createScanner|parseRule)\(/,
];

/** Files that use one of these and parse nothing from outside, or nothing that grows, with the reason. */
export const EXCEPTIONS: Record<string, string> = {
  'platform/loopback.ts': 'reads URLs of the configuration',
  'platform/sandbox-control.ts': "reads at most 8 MiB of our own sandbox, on a developer's machine or in a test",
  'adapters/connector.ts': 'builds URLs from the configuration',
  'adapters/email/access-token.ts': 'builds a form, and reads the URL that the tenant configured',
  'adapters/email/poll.ts': 'ImapFlow reads the mailbox that the tenant configured; the mails it hands over are the parser mail',
  'adapters/instagram/media.ts': 'reads one URL of a callback that was read before',
  'adapters/adapter.ts': 'takes the origin of a base URL that was checked when the channel was made',
  'adapters/settings.ts': 'opens settings that this server sealed',
  'adapters/sms/fetch-media.ts': 'reads one URL, of which a signed callback has at most ten',
  'adapters/sms/look-up.ts': 'builds a query',
  'adapters/sms/send.ts': 'builds a form',
  'domain/campaigns/schedule/check.ts': 'calls the parser recurrence, which is measured through it',
  'domain/push/push.ts': 'opens keys that this server sealed',
  'domain/tokens/keys.ts': 'opens keys that this server sealed',
  'domain/factors/passkeys.ts': 'has the types of the library only; domain/factors/ceremonies.ts is the parser',
  'domain/oidc/sign-in.ts': 'opens an attempt that this server sealed',
  'edge/cells.ts': 'reads the configuration, and answers of our own cells',
  'edge/edge.ts': 'decodes a path of at most the size of a request head, as the parser url does',
  'http/passkey-site.ts': 'reads the configuration',
  'http/public/oidc.ts': 'reads a query of at most the size of a request head, as the parser query-string',
  'job-handlers/deliver-webhook.ts': 'reads the address of a webhook, which was checked when it was stored',
  'queue/feed.ts': 'reads live events that this server wrote, whose size is bounded',
  'queue/nats-login.ts': 'reads the configuration',
  'http/failure-keys.ts': 'reads the paths of our own routes',
  'http/request-log.ts': 'reads an answer that this server wrote, whose size is bounded',
  'http/openapi.ts': 'copies our own document',
  'http/public/reference.ts': 'reads our own page',
  'http/subject.ts': 'reads the paths of our own routes',
  'platform/config.ts': 'reads the configuration',
  'platform/sandbox-endpoints.ts': 'reads the configuration',
  'platform/egress-policy.ts': 'compares one URL that a request is made to',
  'storage/database.ts': 'reads the configuration',
  'storage/migrate.ts': 'reads our own files',
  'wire/v3/contact-imports.ts': 'asks the phone number library for the names of countries',
};

/** Returns the source files of the server, without tests. */
export function sourcesOfServer(): Source[] {
  const root = fileURLToPath(new URL('../../server/src/', import.meta.url));
  return globSync('**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$|\.test-kit\.ts$|^test-kit\//.test(path))
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));
}

/** Returns the files that parse something and are neither in the registry nor excepted. */
export function missingFrom(registered: ReadonlySet<string>, sources: Source[]): string[] {
  const parses = ({ text }: Source) => PRIMITIVES.some((primitive) => primitive.test(text));
  return sources
    .filter((source) => parses(source) && !registered.has(source.path) && !(source.path in EXCEPTIONS))
    .map(({ path }) => path);
}

/** Returns names in the registry or among the exceptions that no file has any more. */
export function staleAmong(named: Iterable<string>, sources: Source[]): string[] {
  const there = new Set(sources.map(({ path }) => path));
  return [...named].filter((path) => !there.has(path));
}
