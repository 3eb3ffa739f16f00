import type { Command } from 'commander';
import { findAccount } from './domain/accounts/index.ts';
import { grantOperator, revokeOperator } from './domain/operators/index.ts';
import type { Config } from './platform/config.ts';
import type { Ctx } from './storage/context.ts';

/** What the commands work with: the owner of the tables, and accounts by their address. */
export type OperatorAccess = { config: Pick<Config, 'DATABASE_OWNER_URL' | 'DATABASE_URL'>; contextOf(ownerId: string): Ctx };

type Options = { email: string };

/** Adds the commands that make accounts operators of the installation. */
export function addOperatorCommands(
  program: Command,
  emailAddress: (text: string) => string,
  withAccess: (work: (access: OperatorAccess) => Promise<void>) => Promise<void>,
): void {
  const operator = program.command('operator').description('who may see all tenants, the queue and the health in the console');
  const command = (name: string, description: string, run: (access: OperatorAccess, email: string) => Promise<string>) =>
    operator
      .command(name)
      .description(description)
      .requiredOption('--email <address>', 'a person who signs in at the console', emailAddress)
      .action(({ email }: Options) => withAccess(async (access) => console.log(await run(access, email))));

  command('grant', 'make an account an operator of the whole installation', async (access, email) => {
    const isNew = await grantOperator(ownerUrl(access), await accountId(access, email), new Date());
    return isNew ? `${email} is an operator now` : `${email} is an operator already`;
  });
  command('revoke', 'take the right away; it ends with the next request', async (access, email) => {
    const wasOne = await revokeOperator(ownerUrl(access), await accountId(access, email));
    return wasOne ? `${email} is no operator any more` : `${email} is no operator`;
  });
}

const ownerUrl = ({ config }: OperatorAccess): string => config.DATABASE_OWNER_URL ?? config.DATABASE_URL;

async function accountId({ contextOf }: OperatorAccess, email: string): Promise<string> {
  const account = await findAccount(contextOf, email);
  if (!account) throw new Error(`There is no account with the address ${email}; the person has to accept an invitation first`);
  return account.id;
}
