// biome-ignore-all lint/suspicious/noTemplateCurlyInString: replacements are source text
import type * as processes from '../../server/src/test-kit/server-process.ts';
import { type BrokenCopy, makeBrokenCopy } from '../security/broken-copy.ts';
import { type Environment, printFigures } from '../security/environment.ts';
import type { Attack } from './attack.ts';
import { crossOrigin } from './attacks/cross-origin.ts';
import { foreignSessions } from './attacks/foreign-sessions.ts';
import { identityProviders } from './attacks/identity-providers.ts';
import { linksUsedTwice } from './attacks/links-used-twice.ts';
import { passkeys } from './attacks/passkeys.ts';
import { passwordChange } from './attacks/password-change.ts';
import { recoveryCodeTwice } from './attacks/recovery-code-twice.ts';
import { removedWhileSignedIn } from './attacks/removed-while-signed-in.ts';
import { replayedTotp } from './attacks/replayed-totp.ts';
import { secondFactorBypass } from './attacks/second-factor-bypass.ts';
import { sessionFixation } from './attacks/session-fixation.ts';
import { stolenCookie } from './attacks/stolen-cookie.ts';
import { takenOverByInvitation } from './attacks/taken-over-by-invitation.ts';
import { takenOverByProvider } from './attacks/taken-over-by-provider.ts';
import { timing } from './attacks/timing.ts';
import { totpBruteForce } from './attacks/totp-brute-force.ts';
import { openScene } from './scene.ts';

/** A fault in a copy of the server, and the attack that must succeed there. */
type Mutant = { name: string; replacements: [RegExp, string][]; attack: Attack };

export const mutants: Mutant[] = [
  {
    name: 'signing in keeps the cookie of the browser',
    replacements: [[/scope\.setSessionCookie\(token\);/, 'scope.setSessionCookie(scope.sessionToken || token);']],
    attack: sessionFixation,
  },
  {
    name: 'the cookie is accepted by every operation',
    replacements: [[/route\?\.acceptsCookie && request/, 'request']],
    attack: stolenCookie,
  },
  {
    name: 'the Origin is not checked',
    replacements: [[/requireOwnOrigin\(deps\.config, request, route\.access === 'session'\);/, '']],
    attack: crossOrigin,
  },
  {
    name: 'an Origin that begins like ours is accepted',
    replacements: [[/ownOrigins\(config\)\.includes\(origin\)/, 'ownOrigins(config).some((own) => origin.startsWith(own))']],
    attack: crossOrigin,
  },
  {
    name: 'the secret of a session is not compared',
    replacements: [
      [/and token_hash = \$\{tokenHash\} and expires_at > \$\{ctx\.clock\.now\(\)\}`/, 'and ${tokenHash}::bytea is not null`'],
    ],
    attack: foreignSessions,
  },
  {
    name: 'the current password is not compared',
    replacements: [[/const isRight = account\.passwordHash === null \|\|/, 'const isRight = true ||']],
    attack: passwordChange,
  },
  {
    name: 'an invitation connects any account without its password',
    replacements: [[/if \(known\) await requireOwner\([^;]*;/, '']],
    attack: takenOverByInvitation,
  },
  {
    name: 'a reset link is not deleted',
    replacements: [
      [
        /delete from password_resets where account_id = \$\{ctx\.tenantId\} and token_hash/,
        'update password_resets set created_at = created_at where account_id = ${ctx.tenantId} and token_hash',
      ],
      [/await deleteResets\(ctx\);/, ''],
    ],
    attack: linksUsedTwice,
  },
  {
    name: 'the status of the user is not read',
    replacements: [
      [
        /where s\.tenant_id = \$1 and s\.session_id = \$2 and u\.status = 'active'/,
        'where s.tenant_id = $1 and s.session_id = $2',
      ],
    ],
    attack: removedWhileSignedIn,
  },
  {
    name: 'a new password ends no sessions',
    replacements: [[/await deleteSessions\(ctx, \{ except: exceptSessionId \}\);/, '']],
    attack: removedWhileSignedIn,
  },
  {
    name: 'no password is hashed for an unknown address',
    replacements: [
      [
        /if \(!\(await passwords\.verify\(password, account\?\.passwordHash \?\? null\)\) \|\| !account\)/,
        'if (!account || !(await passwords.verify(password, account.passwordHash)))',
      ],
    ],
    attack: timing,
  },
];

/** Faults in factors, passkeys and identity providers. */
const factorMutants: Mutant[] = [
  {
    name: 'a used time step is accepted again',
    replacements: [
      [/return lastStep !== null && step <= lastStep \? undefined : step;/, 'return step;'],
      [/and \(last_step is null or last_step < \$\{step\}\) returning account_id/, 'returning account_id'],
    ],
    attack: replayedTotp,
  },
  {
    name: 'tries are not counted',
    replacements: [[/const until = await beginTry\(ctx\);/, 'const until = undefined as Date | undefined;']],
    attack: totpBruteForce,
  },
  {
    name: 'a recovery code is not used up',
    replacements: [
      [
        /delete from recovery_codes where account_id = \$\{ctx\.tenantId\} and code_hash = \$\{hash\} returning account_id/,
        'select account_id from recovery_codes where account_id = ${ctx.tenantId} and code_hash = ${hash}',
      ],
    ],
    attack: recoveryCodeTwice,
  },
  {
    name: 'a pending session buys tokens',
    replacements: [
      [/if \(session\.state !== 'active'\) throw new Failure\('second_factor_required'\);\n {2}const chosen/, 'const chosen'],
      [/if \(session\.state !== 'active' && !allowsPending\)/, 'if (false)'],
      [/ and state = 'active' returning id/, ' returning id'],
    ],
    attack: secondFactorBypass,
  },
  {
    name: 'the setting of the tenant is not read',
    replacements: [[/!\(await getSignInSettings\(ctx\)\)\.requireSecondFactor/, 'true']],
    attack: secondFactorBypass,
  },
  {
    name: 'a challenge works again and again',
    replacements: [[/if \(!\(await takeChallenge\(ctx, challenge, expiresAt\)\)\)/, 'if (false)']],
    attack: passkeys,
  },
  {
    name: 'the origin of a passkey is not compared',
    replacements: [
      [
        /expectedOrigin: site\.origins/g,
        "expectedOrigin: [...site.origins, 'https://evil.example', 'http://127.0.0.1.evil.example']",
      ],
    ],
    attack: passkeys,
  },
  {
    name: 'an address need not be verified',
    replacements: [[/const isVerified = [^;]*;/, 'const isVerified = true;']],
    attack: identityProviders,
  },
  {
    name: 'the nonce is not compared',
    replacements: [[/expectedNonce: attempt\.nonce,/, '']],
    attack: identityProviders,
  },
  {
    name: 'the state is not compared',
    replacements: [[/expectedState: attempt\.state,/, 'expectedState: openid.skipStateCheck,']],
    attack: identityProviders,
  },
  {
    name: 'signatures of ID tokens are not verified',
    replacements: [[/openid\.enableNonRepudiationChecks, /, '']],
    attack: identityProviders,
  },
  {
    name: 'a session of a provider works in every tenant',
    replacements: [[/onlyTenantId: tenantId \}/, 'onlyTenantId: null }']],
    attack: takenOverByProvider,
  },
];

/** Every mutant must be broken into. `ONLY`, a regular expression, chooses by name. */
export async function testMutants(environment: Environment): Promise<boolean> {
  const chosen = [...mutants, ...factorMutants].filter(({ name }) => new RegExp(process.env.ONLY ?? '').test(name));
  const missed: string[] = [];
  for (const { name, replacements, attack } of chosen) {
    const copy = await makeBrokenCopy(replacements);
    try {
      const isCaught = await breaksIn(environment, copy, attack);
      console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name}`);
      if (!isCaught) missed.push(name);
    } finally {
      await copy.remove();
    }
  }
  printFigures({ planted: chosen.length, missed: missed.length });
  return missed.length === 0;
}

async function breaksIn(environment: Environment, copy: BrokenCopy, attack: Attack): Promise<boolean> {
  const { startProcess } = (await import(copy.url('test-kit/server-process.ts'))) as typeof processes;
  const scene = await openScene(environment, startProcess);
  try {
    return (await attack.run(scene)).succeeded.length > 0;
  } finally {
    await scene.close();
  }
}
