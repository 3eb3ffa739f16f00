export type { Account, ContextOf, Session, Visitor } from './account.ts';
export { selectAccount as findOwnAccount, selectMemberships as membershipsOf } from './accounts.store.ts';
export { acceptInvitation, inviteUser, mailedInvitation } from './invitations.ts';
export { readLinkToken } from './link-token.ts';
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
export { startProviderSession } from './provider-accounts.ts';
export { endOwnSession, endSession, findSession, listSessions } from './sessions.ts';
export { accountOf, addressKey, findAccount, signIn } from './sign-in.ts';
export { createSignInLink, signInByLink } from './sign-in-links.ts';
export { issueUserToken, listTenants, type TenantChoice } from './user-token.ts';
