// biome-ignore-all lint/suspicious/noTemplateCurlyInString: replacements are source text
import type * as processes from '../../server/src/test-kit/server-process.ts';
import { type BrokenCopy, makeBrokenCopy } from '../security/broken-copy.ts';
import { type Environment, printFigures } from '../security/environment.ts';
import type { Attack } from './attack.ts';
import { crossOrigin } from './attacks/cross-origin.ts';
import { foreignSessions } from './attacks/foreign-sessions.ts';
import { linksUsedTwice } from './attacks/links-used-twice.ts';
import { passwordChange } from './attacks/password-change.ts';
import { removedWhileSignedIn } from './attacks/removed-while-signed-in.ts';
import { sessionFixation } from './attacks/session-fixation.ts';
import { stolenCookie } from './attacks/stolen-cookie.ts';
import { takenOverByInvitation } from './attacks/taken-over-by-invitation.ts';
import { timing } from './attacks/timing.ts';
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

/** Every mutant must be broken into. `ONLY`, a regular expression, chooses by name. */
export async function testMutants(environment: Environment): Promise<boolean> {
  const chosen = mutants.filter(({ name }) => new RegExp(process.env.ONLY ?? '').test(name));
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
