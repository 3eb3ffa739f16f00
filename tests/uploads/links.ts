import { randomBytes } from 'node:crypto';
import { mapParallel } from '../security/client.ts';
import { call, json, publicPath, upload } from './api.ts';
import { png } from './corpus.ts';
import type { Verifier } from './verify.ts';

const ASKERS = 200;
const LINKS = 300;
const TENANT_BYTES = 16;

/** Concurrent first requests to any process get the same URL. */
export async function askAtOnce(baseUrls: string[], token: string): Promise<{ askers: number; uniqueUrls: number }> {
  const { id } = json(await upload(String(baseUrls[0]), token, 'one.png', png)).data;
  const ask = (i: number) => publicPath(String(baseUrls[i % baseUrls.length]), token, id);
  const urls = await Promise.all(Array.from({ length: ASKERS }, (_, i) => ask(i)));
  return { askers: ASKERS, uniqueUrls: new Set(urls).size };
}

type Party = { baseUrl: string; token: string; verify: Verifier };

/** Links are not predictable, and no guessed link works. */
export async function guess(
  { baseUrl, token, verify }: Party,
  otherTenantId: string,
): Promise<{ guesses: number; guessable: number }> {
  const uploads = Array.from({ length: LINKS }, (_, i) => `${i}.png`);
  const ids = await mapParallel(uploads, 16, async (name) => String(json(await upload(baseUrl, token, name, png)).data.id));
  const paths = await mapParallel(ids, 16, (id) => publicPath(baseUrl, token, id));
  const codes = paths.map((path) => path.slice('/f/'.length));
  const close = countClose(codes.map((code) => Buffer.from(code, 'base64url').subarray(TENANT_BYTES)));
  const known = new Set(codes);
  const tries = [...new Set(nearMisses(String(codes[0]), ids, otherTenantId))].filter((code) => !known.has(code));
  const answers = await mapParallel(tries, 16, (code) => call(baseUrl, 'GET', `/f/${code}`));
  const opened = answers.filter(({ status }) => status !== 404).length;
  const kinds = new Set(answers.map(({ status, body }) => `${status} ${body}`));
  if (kinds.size !== 1) verify.wrong(`invalid links get different responses: ${[...kinds].join(' | ')}`);
  return { guesses: tries.length, guessable: opened + close };
}

/** Random tokens of 208 bits differ in about half of them; 70 % equal bits mean a bad source. */
function countClose(tokens: Buffer[]): number {
  let close = 0;
  for (const [i, one] of tokens.entries())
    for (const other of tokens.slice(i + 1)) if (differingBits(one, other) < one.length * 8 * 0.3) close++;
  return close;
}

function differingBits(one: Buffer, other: Buffer): number {
  let bits = Math.abs(one.length - other.length) * 8;
  for (const [i, byte] of one.entries()) for (let rest = byte ^ (other[i] ?? 0); rest > 0; rest >>= 1) bits += rest & 1;
  return bits;
}

/** Tokens with one changed character, other lengths, cases and tenants, ids, and random ones. */
function nearMisses(code: string, ids: string[], otherTenantId: string): string[] {
  const tenant = Buffer.from(otherTenantId.replaceAll('-', ''), 'hex');
  const bytes = Buffer.from(code, 'base64url');
  return [
    ...Array.from(code).flatMap((char, i) =>
      ['A', 'B'].filter((c) => c !== char).map((c) => code.slice(0, i) + c + code.slice(i + 1)),
    ),
    ...[1, 2, 8, 28].flatMap((n) => [code.slice(n), code.slice(0, -n)]),
    ...['A', '=', '%00', '/', '%2F..', '.png', '%20'].map((tail) => code + tail),
    code.toLowerCase(),
    code.toUpperCase(),
    Buffer.concat([tenant, bytes.subarray(TENANT_BYTES)]).toString('base64url'),
    Buffer.concat([bytes.subarray(0, TENANT_BYTES), Buffer.alloc(bytes.length - TENANT_BYTES)]).toString('base64url'),
    ...ids.slice(0, 20),
    ...Array.from({ length: 500 }, () =>
      Buffer.concat([bytes.subarray(0, TENANT_BYTES), randomBytes(bytes.length - TENANT_BYTES)]).toString('base64url'),
    ),
    '..%2f..%2fetc%2fpasswd',
    '%',
    '*',
    "'%20or%201=1",
  ];
}
