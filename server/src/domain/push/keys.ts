import type { SecretBox } from '../../platform/secrets.ts';
import { createVapidKeys, type VapidKeys } from '../../platform/web-push.ts';
import { unrestricted } from '../../storage/as-viewer.ts';
import type { Ctx } from '../../storage/context.ts';
import { insertKeys, selectKeys } from './push.store.ts';

const LABEL = 'push_keys:1';

/** Returns the key pair of the installation. The first call creates it; of two first calls one wins, and both return its pair. */
export async function ensureVapidKeys(caller: Ctx, box: SecretBox): Promise<VapidKeys> {
  const ctx = unrestricted(caller); // viewers have no rights on tables of the installation
  const known = await selectKeys(ctx);
  if (known) return { publicKey: known.publicKey, privateKey: box.open(known.sealed, LABEL) };
  const made = await createVapidKeys();
  await insertKeys(ctx, made.publicKey, box.seal(made.privateKey, LABEL));
  return ensureVapidKeys(ctx, box);
}
