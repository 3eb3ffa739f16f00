import type { Attack } from '../attack.ts';
import { credentialStuffing } from './credential-stuffing.ts';
import { crossOrigin } from './cross-origin.ts';
import { foreignSessions } from './foreign-sessions.ts';
import { inABrowser } from './in-a-browser.ts';
import { linksUsedTwice } from './links-used-twice.ts';
import { passwordChange } from './password-change.ts';
import { removedWhileSignedIn } from './removed-while-signed-in.ts';
import { sessionFixation } from './session-fixation.ts';
import { stolenCookie } from './stolen-cookie.ts';
import { takenOverByInvitation } from './taken-over-by-invitation.ts';
import { timing } from './timing.ts';

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
  inABrowser,
  timing,
  credentialStuffing,
];
