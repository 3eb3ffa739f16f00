import { randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { insertToken, selectToken } from './files.store.ts';

const TENANT_BYTES = 16;
/** 208 random bits. With the tenant id 42 bytes, which base64url encodes without padding bits. */
const TOKEN_BYTES = 26;
const PUBLIC_ID = /^[A-Za-z0-9_-]{56}$/;

export type PublicLink = { tenantId: string; token: Buffer };

type UrlConfig = Pick<Config, 'PUBLIC_URL' | 'FILES_PUBLIC_URL'>;

/** Returns the public URL of a file, and creates it on the first call. It works while the file is ready. */
export const publicUrl = async (ctx: Ctx, config: UrlConfig, fileId: string): Promise<string> =>
  (await ensurePublicUrl(ctx, config, fileId)).url;

/** Returns the public URL of a file and whether this call created it. */
export async function ensurePublicUrl(
  ctx: Ctx,
  config: UrlConfig,
  fileId: string,
): Promise<{ url: string; wasCreated: boolean }> {
  const { token, wasCreated } = await ensureToken(ctx, fileId);
  const base = (config.FILES_PUBLIC_URL ?? config.PUBLIC_URL).replace(/\/+$/, '');
  return { url: `${base}/f/${publicId({ tenantId: ctx.tenantId, token })}`, wasCreated };
}

async function ensureToken(ctx: Ctx, fileId: string): Promise<{ token: Buffer; wasCreated: boolean }> {
  const { token } = found(isId(fileId) ? await selectToken(ctx, fileId) : undefined, 'file_not_found');
  if (token) return { token, wasCreated: false };
  const wasCreated = await insertToken(ctx, fileId, randomBytes(TOKEN_BYTES));
  const made = found(await selectToken(ctx, fileId), 'file_not_found');
  return { token: found(made.token, 'file_not_found'), wasCreated };
}

/** The link contains the tenant id, so finding a file needs no query across tenants. */
export const publicId = ({ tenantId, token }: PublicLink): string =>
  Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), token]).toString('base64url');

export function readPublicId(text: string): PublicLink | undefined {
  if (!PUBLIC_ID.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const hex = bytes.toString('hex', 0, TENANT_BYTES);
  const tenantId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { tenantId, token: bytes.subarray(TENANT_BYTES) };
}
