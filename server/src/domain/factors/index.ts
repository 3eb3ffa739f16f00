export type { RelyingParty } from './ceremonies.ts';
export { type Factors, getFactors, hasFactor, removeAllFactors } from './factors.ts';
export type { Passkey } from './passkeys.store.ts';
export {
  beginPasskeySignIn,
  beginRegistration,
  checkPasskey,
  claimedAccount,
  deletePasskey,
  type NewPasskey,
  type PasskeyAnswer,
  registerPasskey,
  renamePasskey,
} from './passkeys.ts';
export {
  confirmTotp,
  countingTries,
  enrolTotp,
  type GivenCode,
  makeRecoveryCodes,
  removeTotp,
  verifyCode,
} from './totp-factor.ts';
