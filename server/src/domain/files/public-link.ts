import { randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { insertToken, selectToken } from './files.store.ts';

const TENANT_BYTES = 16;
/** 208 bits from the system's random source. With the tenant 42 bytes, which base64url writes without a spare bit. */
const TOKEN_BYTES = 26;
const PUBLIC_ID = /^[A-Za-z0-9_-]{56}$/;

export type PublicLink = { tenantId: string; token: Buffer };

/** The file's one public URL, made when it is first asked for. It works once the file is ready, until the file is deleted. */
export async function publicUrl(
  ctx: Ctx,
  config: Pick<Config, 'PUBLIC_URL' | 'FILES_PUBLIC_URL'>,
  fileId: string,
): Promise<string> {
  const base = (config.FILES_PUBLIC_URL ?? config.PUBLIC_URL).replace(/\/+$/, '');
  return `${base}/f/${publicId({ tenantId: ctx.tenantId, token: await tokenOf(ctx, fileId) })}`;
}

async function tokenOf(ctx: Ctx, fileId: string): Promise<Buffer> {
  const { token } = found(isId(fileId) ? await selectToken(ctx, fileId) : undefined, 'file_not_found');
  if (token) return token;
  await insertToken(ctx, fileId, randomBytes(TOKEN_BYTES));
  const made = found(await selectToken(ctx, fileId), 'file_not_found');
  return found(made.token, 'file_not_found');
}

/** The tenant is part of the link, so nothing has to look across tenants to find whose it is. */
export const publicId = ({ tenantId, token }: PublicLink): string =>
  Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), token]).toString('base64url');

export function readPublicId(text: string): PublicLink | undefined {
  if (!PUBLIC_ID.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const hex = bytes.toString('hex', 0, TENANT_BYTES);
  const tenantId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { tenantId, token: bytes.subarray(TENANT_BYTES) };
}
