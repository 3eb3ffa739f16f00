import type { Attack } from '../attack.ts';
import { credentialStuffing } from './credential-stuffing.ts';
import { crossOrigin } from './cross-origin.ts';
import { foreignSessions } from './foreign-sessions.ts';
import { identityProviders } from './identity-providers.ts';
import { inABrowser } from './in-a-browser.ts';
import { linksUsedTwice } from './links-used-twice.ts';
import { passkeys } from './passkeys.ts';
import { passwordChange } from './password-change.ts';
import { recoveryCodeTwice } from './recovery-code-twice.ts';
import { removedWhileSignedIn } from './removed-while-signed-in.ts';
import { replayedTotp } from './replayed-totp.ts';
import { secondFactorBypass } from './second-factor-bypass.ts';
import { sessionFixation } from './session-fixation.ts';
import { stolenCookie } from './stolen-cookie.ts';
import { takenOverByInvitation } from './taken-over-by-invitation.ts';
import { takenOverByProvider } from './taken-over-by-provider.ts';
import { timing } from './timing.ts';
import { totpBruteForce } from './totp-brute-force.ts';

/** All attacks, one file each. */
export const attacks: Attack[] = [
  sessionFixation,
  stolenCookie,
  crossOrigin,
  foreignSessions,
  passwordChange,
  takenOverByInvitation,
  linksUsedTwice,
  removedWhileSignedIn,
  replayedTotp,
  totpBruteForce,
  recoveryCodeTwice,
  secondFactorBypass,
  passkeys,
  identityProviders,
  takenOverByProvider,
  inABrowser,
  timing,
  credentialStuffing,
];
