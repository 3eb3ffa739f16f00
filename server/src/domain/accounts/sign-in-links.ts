import type { Config } from '../../platform/config.ts';
import { Failure, found } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { asOwner } from '../../storage/as-owner.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { getTenant } from '../tenants/index.ts';
import type { ContextOf, Visitor } from './account.ts';
import { newLinkToken, readLinkToken } from './link-token.ts';
import { type Started, startSession } from './sessions.ts';
import { takeSignInLink, upsertSignInLink } from './sign-in-links.store.ts';

const LINK_MS = 30 * 60 * 1000;

type LinkConfig = Pick<Config, 'PUBLIC_URL' | 'SANDBOX_URL'>;

/** Returns whether this installation has sign-in links: only one that a developer runs for this machine alone, with the sandbox. */
const hasLinks = ({ PUBLIC_URL, SANDBOX_URL }: LinkConfig): boolean => SANDBOX_URL !== undefined && isLoopback(PUBLIC_URL);

const ONLY_DEVELOPERS =
  'Sign-in links exist on a developer’s machine only: PUBLIC_URL must be an address of this machine, SANDBOX_URL must be set, and the tenant must be a sandbox tenant';

/** Creates a link that signs the person of the account in, once, into the sandbox tenant of the context. Returns its token. */
export async function createSignInLink(ctx: Ctx, config: LinkConfig, accountId: string): Promise<string> {
  const { mode } = await getTenant(ctx);
  if (!hasLinks(config) || mode !== 'sandbox') throw new Failure('conflict', { message: ONLY_DEVELOPERS });
  const { token, hash } = newLinkToken(accountId);
  const expiresAt = new Date(ctx.clock.now().getTime() + LINK_MS);
  await inTransaction(ctx, (ctx) =>
    asOwner(ctx, accountId, (accountCtx) =>
      upsertSignInLink(accountCtx, { tokenHash: hash, onlyTenantId: ctx.tenantId, expiresAt }),
    ),
  );
  return token;
}

/** Signs a person in by a link. The link works once, and its session reaches one tenant, whatever else the account can choose. */
export async function signInByLink(
  { contextOf, config }: { contextOf: ContextOf; config: LinkConfig },
  token: string,
  visitor: Visitor,
): Promise<Started> {
  const link = found(hasLinks(config) ? readLinkToken(token) : undefined, 'sign_in_link_not_found');
  return inTransaction(contextOf(link.ownerId), async (ctx) => {
    const { onlyTenantId } = found(await takeSignInLink(ctx, link.hash), 'sign_in_link_not_found');
    return startSession(ctx, { methods: ['link'], state: 'active', onlyTenantId }, visitor);
  });
}
