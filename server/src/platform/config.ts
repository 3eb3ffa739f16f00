import { z } from 'zod';
import { resolveSecretSources } from './secret-sources.ts';

/** Published in this repository, so it protects nothing. Only a server that is reachable from its own machine alone may use it. */
const DEVELOPMENT_KEY = 'ZGV2ZWxvcG1lbnQta2V5LW5vdC1mb3ItcHJvZHVjdGk=';

const whole = (fallback: number, min = 0) => z.coerce.number().int().min(min).default(fallback);
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true');

/** An origin as browsers send it: scheme, host and port. */
const origins = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
  .refine(
    (list) => list.every((one) => /^https?:/.test(one) && URL.canParse(one) && new URL(one).origin === one),
    'origins such as https://console.example.com, separated by commas; without a path, a slash at the end, or *',
  );

const CELL = /^[a-z0-9][a-z0-9-]{0,30}$/;

/** Cells as `name=url,name=url`. */
const cellList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
  .refine(
    (list) =>
      list.every(
        (one) => /^[a-z0-9][a-z0-9-]{0,30}=https?:\/\/[^/]+\/?$/.test(one) && URL.canParse(one.slice(one.indexOf('=') + 1)),
      ),
    'cells such as east=http://10.0.1.5:8080,west=http://10.0.2.5:8080; URLs without a path',
  )
  .transform((list) => list.map((one) => ({ name: one.slice(0, one.indexOf('=')), url: one.slice(one.indexOf('=') + 1) })))
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'each cell once');

const isKey = (value: string): boolean => Buffer.from(value, 'base64').length === 32;

/** Master keys. The first one seals; all of them open. */
const keyList = z
  .string()
  .transform((value) => value.split(',').map((one) => one.trim()))
  .refine(
    (keys) => keys.every(isKey) && new Set(keys).size === keys.length,
    'must be different keys of 32 bytes in base64, separated by commas, the one that seals first; make one with: openssl rand -base64 32',
  );

/** Headers as OpenTelemetry writes them: `name=value,name=value`. */
const headerList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
  .refine((list) => list.every((one) => /^[^=\s]+=/.test(one)), 'headers such as authorization=Basic%20abc, separated by commas')
  .transform((list) => Object.fromEntries(list.map(headerOf)));

function headerOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), decodeURIComponent(text.slice(at + 1).trim())];
}

const Settings = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).default('postgres://postgres@127.0.0.1:5432/patchbay'),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: whole(10, 1),
  DATABASE_STATEMENT_TIMEOUT_MS: whole(10_000, 100),
  DATABASE_WAIT_MS: whole(5_000, 100),
  DATABASE_NAMED_STATEMENTS: flag(true),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).default('redis://127.0.0.1:6379'),
  REDIS_PREFIX: z.string().default('patchbay:'),
  NATS_URL: z.url({ protocol: /^(nats|tls)$/ }).default('nats://127.0.0.1:4222'),
  NATS_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]*$/, 'small letters, digits, - and _ only')
    .default('patchbay-'),
  NATS_REPLICAS: whole(1, 1),
  NATS_SHARDS: whole(1, 1),
  JOB_LEASE_SECONDS: whole(30, 1),
  DATABASE_ENGINE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  WEBHOOK_ALLOW_PRIVATE: flag(false),
  PROVIDER_ALLOW_PRIVATE: flag(false),
  SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SANDBOX_IMAP_URL: z.url({ protocol: /^imaps?$/ }).optional(),
  FILE_STORE: z.enum(['disk', 's3']).default('disk'),
  FILES_DIR: z.string().default('.data/files'),
  FILE_MAX_BYTES: whole(104_857_600, 1),
  REQUEST_BODIES_MAX_BYTES: whole(268_435_456, 134_217_728),
  FILES_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
  CONSOLE_DIR: z.string().default('console/dist'),
  CONSOLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_FROM: z.email().default('patchbay@localhost.localdomain'),
  DOCS_DIR: z.string().default('site'),
  DOCS_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: flag(false),
  CORS_ORIGINS: origins,
  PASSKEY_SITE: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'a domain in small letters, such as example.com; no scheme and no port')
    .optional(),
  PASSKEY_ORIGINS: origins,
  V2_SUNSET_AT: z.iso
    .datetime()
    .default('2026-11-02T00:00:00Z')
    .transform((value) => new Date(value)),
  MASTER_KEY: z
    .string()
    .default(DEVELOPMENT_KEY)
    .refine(isKey, 'must be 32 bytes in base64; make one with: openssl rand -base64 32'),
  MASTER_KEYS: keyList.optional(),
  PUSH_CONTACT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  FAILED_LOGINS_PER_MINUTE: whole(60, 1),
  MESSAGE_RETENTION_DAYS: whole(0),
  EVENT_RETENTION_DAYS: whole(30),
  AUDIT_RETENTION_DAYS: whole(365),
  REQUEST_LOG_DAYS: whole(3),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters; make one with: openssl rand -hex 24').optional(),
  CELL_NAME: z.string().regex(CELL, 'small letters, digits and -, at most 31').optional(),
  CELLS: cellList,
  DRAIN_DELAY_MS: whole(1000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList,
  OTEL_SERVICE_NAME: z.string().default('patchbay'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Config = Readonly<z.infer<typeof Settings>>;

/** Reads all settings once. Throws one error that names every invalid value. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const settings = withFirstKey(resolveSecretSources(withoutEmpty(env)));
  const parsed = Settings.superRefine(refusePublishedKey)
    .superRefine(requireBucket)
    .superRefine(requireListedKey)
    .safeParse(settings);
  if (!parsed.success) throw new Error(`Bad configuration:\n${z.prettifyError(parsed.error)}`);
  return Object.freeze(parsed.data);
}

/** Returns the environment variables and those of the .env file in the working directory. */
export function environment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile();
  } catch {
    // no .env file: the defaults suit a developer's machine
  }
  return process.env;
}

/** Drops empty values: `NAME=` in a shell or a compose file means "not set". */
const withoutEmpty = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/** MASTER_KEYS alone is enough: MASTER_KEY is then its first key. */
const withFirstKey = (env: Record<string, string | undefined>) =>
  env.MASTER_KEYS && !env.MASTER_KEY ? { ...env, MASTER_KEY: env.MASTER_KEYS.split(',')[0]?.trim() } : env;

/** A MASTER_KEY that MASTER_KEYS lacks would not be used at all: values that it sealed could not be opened. */
function requireListedKey({ MASTER_KEY, MASTER_KEYS }: z.infer<typeof Settings>, issues: z.RefinementCtx) {
  if (MASTER_KEYS === undefined || MASTER_KEYS.includes(MASTER_KEY)) return;
  const message = 'MASTER_KEYS is used instead of MASTER_KEY and must contain it; add it to the list, or remove MASTER_KEY';
  issues.addIssue({ code: 'custom', path: ['MASTER_KEYS'], message });
}

/** Requires both S3 keys or none. Without keys, the role of the machine is used. */
function requireBucket(config: z.infer<typeof Settings>, issues: z.RefinementCtx) {
  if (config.FILE_STORE !== 's3') return;
  const refuse = (name: string, message: string) => issues.addIssue({ code: 'custom', path: [name], message });
  if (!config.S3_BUCKET) refuse('S3_BUCKET', 'needed where FILE_STORE is s3: the name of the bucket');
  if ((config.S3_ACCESS_KEY_ID === undefined) !== (config.S3_SECRET_ACCESS_KEY === undefined))
    refuse('S3_SECRET_ACCESS_KEY', 'give S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither of them');
}

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', '[::1]', 'localhost'];

/**
 * Returns the setting by which other machines can reach the server, or undefined. A proxy or a tunnel exposes a server that listens
 * on a loopback address.
 */
function exposedBy({ HOST, PUBLIC_URL, TRUST_PROXY }: z.infer<typeof Settings>): string | undefined {
  if (!LOOPBACK_HOSTS.includes(HOST)) return `HOST is ${HOST}`;
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'https:' || !LOOPBACK_HOSTS.includes(hostname)) return `PUBLIC_URL is ${PUBLIC_URL}`;
  return TRUST_PROXY ? 'TRUST_PROXY is true' : undefined;
}

function refusePublishedKey(config: z.infer<typeof Settings>, issues: z.RefinementCtx) {
  const exposure = exposedBy(config);
  if (exposure === undefined || ![config.MASTER_KEY, ...(config.MASTER_KEYS ?? [])].includes(DEVELOPMENT_KEY)) return;
  issues.addIssue({
    code: 'custom',
    path: ['MASTER_KEY'],
    message: `the development key is public, so it is refused while ${exposure}; make one with: openssl rand -base64 32`,
  });
}
