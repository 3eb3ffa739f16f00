export {
  getIdentityProvider,
  type IdentityProvider,
  removeIdentityProvider,
  setIdentityProvider,
} from './identity-provider.ts';
export { ATTEMPT_SECONDS, beginOidcSignIn, completeOidcSignIn } from './sign-in.ts';
