import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { addJobCommands, type JobAccess } from './admin-jobs.ts';
import { addResealCommand } from './admin-keys.ts';
import { addMoveCommands } from './admin-moves.ts';
import { addOperatorCommands } from './admin-operators.ts';
import { addRestoreCommands } from './admin-restore.ts';
import { consoleLink, createSignInLink, findAccount, inviteUser, membershipsOf } from './domain/accounts/index.ts';
import { createTenant, getTenant, type Plan, planNames, setPlan } from './domain/tenants/index.ts';
import {
  createKeyRing,
  issueToken,
  retireKey,
  revokeToken,
  roles,
  rotateSigningKey,
  type Scope,
  scopes,
} from './domain/tokens/index.ts';
import { createUser } from './domain/users/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, environment, loadConfig } from './platform/config.ts';
import { isId, newId } from './platform/ids.ts';
import { createLogger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';
import { NO_SANDBOX } from './platform/sandbox-endpoints.ts';
import { createSecretBox } from './platform/secrets.ts';
import { type Ctx, createContext, inTransaction } from './storage/context.ts';
import { openDatabase, openEnginePool } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { maintainPartitions } from './storage/partition-maintenance.ts';

const clock = systemClock;
const log = createLogger('warn');

type Services = ReturnType<typeof openServices>;

/** Opens the connections of a command. */
function openServices(config: Config) {
  const database = openDatabase(config, log);
  const secrets = createSecretBox(config);
  const deps = { config, database, clock, log, secrets, notify: () => undefined };
  return {
    ...deps,
    keys: createKeyRing(deps),
    /** Returns the context of a tenant, an account, or an address without one. */
    contextOf: (ownerId: string): Ctx => createContext(deps, ownerId, { kind: 'job' }),
    as: (tenantId: string): Ctx => createContext(deps, requireId(tenantId), { kind: 'job' }),
  };
}

/** Returns a message that an operator can act on, instead of a constraint name. */
function explainError(error: unknown): unknown {
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
  if (constraint === 'access_tokens_tenant_id_fkey') return 'There is no tenant with this id';
  if (code === '3D000' || code === '42P01') return 'The database is not ready for this version; run: npm run admin -- migrate';
  return message ?? error;
}

function requireId(tenantId: string): string {
  if (!isId(tenantId)) throw new Error(`${tenantId} is not a valid tenant id`);
  return tenantId;
}

const withServices = async (work: (services: Services) => Promise<void>): Promise<void> => {
  const services = openServices(loadConfig(environment()));
  try {
    await work(services);
  } finally {
    await services.database.close();
  }
};

const print = (json: boolean | undefined, result: Record<string, unknown>): void => {
  if (json) console.log(JSON.stringify(result));
  else for (const [name, value] of Object.entries(result)) console.log(`${name}: ${value}`);
};

const planOption = () => new Option('--plan <plan>', 'plan of the tenant').choices(planNames);
const rateOption = () => new Option('--rate-limit <n>', 'requests per minute, for enterprise').argParser(wholeNumber);
const program = new Command('patchbay-admin').description('Operate a Patchbay installation.');

program
  .command('migrate')
  .description('create the database if it is missing, run the migrations, create the first signing key')
  .action(async () => {
    const config = loadConfig(environment());
    const applied = await migrate(config.DATABASE_OWNER_URL ?? config.DATABASE_URL);
    await withServices(async (services) => {
      await maintainPartitions({ ...services, metrics: createMetrics(), config });
      if ((await services.keys.jwks()).keys.length === 0) await rotateSigningKey(services);
    });
    console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
  });

const tenant = program.command('tenant').description('create and change tenants');
tenant
  .command('create')
  .description('create a tenant and its first access token')
  .requiredOption('--name <name>', 'name of the tenant', nonEmpty)
  .addOption(planOption().default('free', 'free: 10 requests per minute'))
  .addOption(rateOption())
  .option('--owner <email>', 'the first admin: prints a link by which this person chooses a password and signs in', emailAddress)
  .option('--sandbox', 'a sandbox tenant: its channels reach only the sandbox and nothing is billed; cannot be changed later')
  .option('--json', 'print one line of JSON')
  .action((options: { name: string; plan: Plan; rateLimit?: number; owner?: string; sandbox?: boolean; json?: boolean }) =>
    withServices(async (services) => {
      if (options.sandbox && services.config.SANDBOX_URL === undefined) throw new Error(NO_SANDBOX);
      const tenantId = newId(clock);
      const mode = options.sandbox ? 'sandbox' : 'live';
      const created = await inTransaction(services.as(tenantId), async (ctx) => {
        await createTenant(ctx, { name: options.name, plan: options.plan, ratePerMinute: options.rateLimit, mode });
        const { accessToken } = await issueToken(ctx, services.keys, { name: 'first token', scopes: [...roles.admin] });
        return { accessToken, ...(options.owner && (await inviteOwner(ctx, services.config, options.owner))) };
      });
      print(options.json, { tenantId, mode, ...created });
    }),
  );
tenant
  .command('show')
  .description('print the name, the plan and the mode (live or sandbox) of a tenant')
  .requiredOption('--tenant <id>', 'the tenant')
  .option('--json', 'print one line of JSON')
  .action((options: { tenant: string; json?: boolean }) =>
    withServices(async (services) =>
      print(options.json, { tenantId: options.tenant, ...(await getTenant(services.as(options.tenant))) }),
    ),
  );
tenant
  .command('set-plan')
  .description('change the plan of a tenant; its rate limit stays unless a new one is given')
  .requiredOption('--tenant <id>', 'the tenant')
  .addOption(planOption().makeOptionMandatory())
  .addOption(rateOption())
  .option('--json', 'print one line of JSON')
  .action((options: { tenant: string; plan: Plan; rateLimit?: number; json?: boolean }) =>
    withServices(async (services) => {
      await setPlan(services.as(options.tenant), options.plan, options.rateLimit);
      print(options.json, { tenantId: options.tenant, plan: options.plan });
    }),
  );
addMoveCommands(tenant, { readConfig: () => loadConfig(environment()), clock });

program
  .command('sign-in-link')
  .description('print a link that signs a user of a sandbox tenant in, once, within 30 minutes; only on a developer’s machine')
  .requiredOption('--tenant <id>', 'the sandbox tenant')
  .requiredOption('--email <address>', 'a user who has accepted an invitation', emailAddress)
  .option('--json', 'print one line of JSON')
  .action((options: { tenant: string; email: string; json?: boolean }) =>
    withServices(async (services) => {
      const account = await findAccount(services.contextOf, options.email);
      const membership =
        account && (await membershipsOf(services.contextOf(account.id))).find(({ tenantId }) => tenantId === options.tenant);
      if (!membership) throw new Error(`${options.email} is not a user with an account in tenant ${options.tenant}`);
      const link = await createSignInLink(services.as(options.tenant), services.config, account.id);
      print(options.json, { url: consoleLink(services.config, 'sign-in-link', link) });
    }),
  );

const token = program.command('token').description('issue and revoke access tokens');
token
  .command('issue')
  .description('print a new access token; it cannot be shown again')
  .requiredOption('--tenant <id>', 'tenant of the token')
  .option('--name <name>', 'name of the token', 'issued by an operator')
  .option('--scopes <list>', `comma-separated, of: ${scopes.join(' ')}`)
  .addOption(new Option('--role <role>', 'a bundle of scopes').choices(Object.keys(roles)).default('admin'))
  .option('--expires-at <time>', 'ISO 8601, in the future', futureTime)
  .option('--json', 'print one line of JSON')
  .action(
    (options: { tenant: string; name: string; scopes?: string; role: keyof typeof roles; expiresAt?: Date; json?: boolean }) =>
      withServices(async (services) => {
        const wanted = options.scopes ? options.scopes.split(',').map(knownScope) : [...roles[options.role]];
        const expiresAt = options.expiresAt ?? null;
        const issued = await issueToken(services.as(options.tenant), services.keys, {
          name: options.name,
          scopes: wanted,
          expiresAt,
        });
        print(options.json, { tokenId: issued.token.id, accessToken: issued.accessToken });
      }),
  );
token
  .command('revoke')
  .description('revoke a token; it is refused within 5 seconds')
  .requiredOption('--tenant <id>', 'tenant of the token')
  .requiredOption('--token <id>', 'id of the token, not the token itself')
  .option('--json', 'print one line of JSON')
  .action((options: { tenant: string; token: string; json?: boolean }) =>
    withServices(async (services) => {
      const revoked = await revokeToken(services.as(options.tenant), options.token);
      print(options.json, { tokenId: options.token, revoked });
      if (!revoked) process.exitCode = 1;
    }),
  );

const key = program
  .command('key')
  .description('rotate the keys that sign access tokens, and seal everything with a new master key');
key
  .command('rotate')
  .description('sign with a new key from now on; older keys still verify')
  .action(() => withServices(async (services) => console.log(`kid: ${await rotateSigningKey(services)}`)));
key
  .command('retire')
  .description('stop trusting a key')
  .requiredOption('--kid <kid>', 'id of the key; all tokens signed with it become invalid')
  .action((options: { kid: string }) =>
    withServices(async (services) => {
      if (!(await retireKey(services, options.kid))) throw new Error(`No active key ${options.kid}`);
    }),
  );
addResealCommand(key, () => loadConfig(environment()));

addOperatorCommands(program, emailAddress, withServices);

const withAllTenants = (work: (access: JobAccess) => Promise<void>): Promise<void> =>
  withServices(async (services) => {
    const pool = openEnginePool(services.config, log);
    try {
      await work({ pool, as: services.as });
    } finally {
      await pool.end();
    }
  });
addJobCommands(program, withAllTenants);
addRestoreCommands(program, withAllTenants);

/** Creates the first admin of a tenant. Returns the link, which works once. */
async function inviteOwner(ctx: Ctx, config: Config, email: string): Promise<{ userId: string; invitationUrl: string }> {
  const user = await createUser(ctx, { name: email.split('@')[0] ?? email, email, role: 'admin', status: 'active' });
  const { token } = await inviteUser(ctx, user.id);
  return { userId: user.id, invitationUrl: consoleLink(config, 'invitation', token) };
}

function emailAddress(text: string): string {
  const parsed = z.email().max(254).toLowerCase().safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('must be an email address');
  return parsed.data;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('must be a positive whole number');
  return Number(text);
}

function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('must not be empty');
  return text.trim();
}

function futureTime(text: string): Date {
  const at = new Date(text);
  if (!(at > clock.now())) throw new InvalidArgumentError('must be a time in the future, such as 2030-01-31T12:00:00Z');
  return at;
}

function knownScope(name: string): Scope {
  if ((scopes as readonly string[]).includes(name)) return name as Scope;
  throw new Error(`Unknown scope ${name}; the scopes are ${scopes.join(' ')}`);
}

program.parseAsync().catch((error: unknown) => {
  console.error(explainError(error));
  process.exit(1);
});
