import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { withinQuota } from '../quotas/index.ts';
import { insertSecret, selectSealed, selectSecret, updateSecretRow } from './secrets.store.ts';

/** A credential that automations send to other systems, without its value. No function returns the value to a caller. */
export type Secret = {
  id: string;
  name: string;
  /** The only hosts that its value is sent to. Otherwise an author of automations could send it to their own host. */
  hosts: string[];
  /** The number of values so far. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

const sealLabel = (secretId: string): string => `secrets:${secretId}`;
const nameTaken = { secrets_name: 'There is a secret of this name already; replace its value, or choose another name' };

export type NewSecret = { name: string; value: string; hosts: string[] };

export async function createSecret(ctx: Ctx, box: SecretBox, { name, value, hosts }: NewSecret): Promise<Secret> {
  const now = ctx.clock.now();
  const secret: Secret = { id: idFor(ctx), name, hosts: fold(hosts), version: 1, createdAt: now, updatedAt: now };
  const sealed = box.seal(value, sealLabel(secret.id));
  await withinQuota(ctx, 'secrets', (ctx) => explainConflicts(nameTaken, () => insertSecret(ctx, secret, sealed)));
  return secret;
}

export const getSecret = async (ctx: Ctx, id: string): Promise<Secret> =>
  found(isId(id) ? await selectSecret(ctx, id) : undefined, 'secret_not_found');

/** Replaces the value. A change of hosts requires the value, so that a caller cannot redirect a value that it does not know. */
export async function replaceSecret(
  ctx: Ctx,
  box: SecretBox,
  id: string,
  { value, hosts }: { value: string; hosts?: string[] | undefined },
): Promise<Secret> {
  const secret = await getSecret(ctx, id);
  const sealed = box.seal(value, sealLabel(secret.id));
  return found(await updateSecretRow(ctx, secret.id, hosts ? fold(hosts) : null, sealed), 'secret_not_found');
}

/** Deletes a secret. Calls that use it fail from now on. */
export const deleteSecret = (ctx: Ctx, id: string): Promise<DeleteResult> => deleteByIds(ctx, 'secrets', [id]);

/** Returns the values of these secrets for a call. Secrets that do not exist are missing. */
export async function openSecrets(
  ctx: Ctx,
  box: SecretBox,
  names: string[],
): Promise<Map<string, { value: string; hosts: string[] }>> {
  const sealed = names.length === 0 ? [] : await selectSealed(ctx, names);
  return new Map(sealed.map(({ id, name, hosts, sealed }) => [name, { value: box.open(sealed, sealLabel(id)), hosts }]));
}

const fold = (hosts: string[]): string[] => [...new Set(hosts.map((host) => host.toLowerCase()))];
