export type { Account, ContextOf, Membership, Session, SessionState, SignInMethod, Visitor } from './account.ts';
export { selectMemberships as membershipsOf } from './accounts.store.ts';
export { type Accepted, acceptInvitation, type Invitation, inviteUser, mailedInvitation } from './invitations.ts';
export { newLinkToken, readLinkToken } from './link-token.ts';
export { consoleLink } from './links.ts';
export { invitationMail, passwordResetMail } from './mails.ts';
export { getMe, type Me, updateMe } from './me.ts';
export {
  beginMyPasskey,
  confirmMyTotp,
  enrolMyTotp,
  type GivenProof,
  getMyFactors,
  giveSecondFactor,
  type MyRequest,
  registerMyPasskey,
  removeMyPasskey,
  removeMyTotp,
  renameMyPasskey,
  replaceMyRecoveryCodes,
  signInWithPasskey,
} from './my-factors.ts';
export { confirmPasswordReset, createReset, requestPasswordReset } from './password-resets.ts';
export { requireWholeAccount } from './proof.ts';
export { startProviderSession } from './provider-accounts.ts';
export { recordForTenants } from './record.ts';
export { activateSession, endOwnSession, endSession, findSession, listSessions, type Started, startSession } from './sessions.ts';
export { accountOf, addressKey, findAccount, recordRefusal, signIn } from './sign-in.ts';
export { issueUserToken, listTenants, type TenantChoice, type UserToken } from './user-token.ts';
