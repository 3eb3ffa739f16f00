import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { CreatedRole, KnownUser } from './decide-sign-in.ts';
import type { IdentityProvider, NewIdentityProvider } from './identity-provider.ts';

type ProviderRow = Omit<IdentityProvider, 'createUsers'> & { createdRole: CreatedRole | null; sealedSecret: Buffer };

const columns = sql`issuer, client_id as "clientId", allowed_email_domains as "allowedEmailDomains", created_role as "createdRole",
  sealed_client_secret as "sealedSecret", created_at as "createdAt", updated_at as "updatedAt"`;

const toProvider = ({ createdRole, ...provider }: ProviderRow): IdentityProvider & { sealedSecret: Buffer } => ({
  ...provider,
  createUsers: createdRole === null ? null : { role: createdRole },
});

export async function selectProvider(ctx: Ctx): Promise<(IdentityProvider & { sealedSecret: Buffer }) | undefined> {
  const found = await row<ProviderRow>(ctx, sql`select ${columns} from identity_providers where tenant_id = ${ctx.tenantId}`);
  return found && toProvider(found);
}

export async function upsertProvider(ctx: Ctx, wanted: NewIdentityProvider, sealed: Buffer): Promise<IdentityProvider> {
  const now = ctx.clock.now();
  const [saved] = await rows<ProviderRow>(
    ctx,
    sql`insert into identity_providers (tenant_id, issuer, client_id, sealed_client_secret, allowed_email_domains, created_role, created_at,
          updated_at)
        values (${ctx.tenantId}, ${wanted.issuer}, ${wanted.clientId}, ${sealed}, ${wanted.allowedEmailDomains},
          ${wanted.createUsers?.role ?? null}, ${now}, ${now})
        on conflict (tenant_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
          sealed_client_secret = excluded.sealed_client_secret, allowed_email_domains = excluded.allowed_email_domains,
          created_role = excluded.created_role, updated_at = excluded.updated_at
        returning ${columns}`,
  );
  if (!saved) throw new Error('saving the identity provider answered no row');
  const { sealedSecret: _, ...provider } = toProvider(saved);
  return provider;
}

export async function deleteProvider(ctx: Ctx): Promise<boolean> {
  const statement = sql`delete from identity_providers where tenant_id = ${ctx.tenantId} returning tenant_id`;
  return (await rows(ctx, statement)).length === 1;
}

const knownUser = (ctx: Ctx, issuer: string) => sql`select u.id, u.status, i.subject from users u
  left join identities i on i.tenant_id = u.tenant_id and i.user_id = u.id and i.issuer = ${issuer}
  where u.tenant_id = ${ctx.tenantId}`;

/** Returns the user that a subject of the issuer has signed in as. */
export const selectBySubject = (ctx: Ctx, issuer: string, subject: string) =>
  row<KnownUser>(ctx, sql`${knownUser(ctx, issuer)} and i.subject = ${subject}`);

/** Returns the user with an address in lower case, and the subject that the user has signed in as, if any. */
export const selectByEmail = (ctx: Ctx, issuer: string, email: string) =>
  row<KnownUser>(ctx, sql`${knownUser(ctx, issuer)} and u.email = ${email}`);

export async function insertIdentity(ctx: Ctx, issuer: string, subject: string, userId: string): Promise<void> {
  await rows(
    ctx,
    sql`insert into identities (tenant_id, issuer, subject, user_id, created_at)
        values (${ctx.tenantId}, ${issuer}, ${subject}, ${userId}, ${ctx.clock.now()})`,
  );
}
