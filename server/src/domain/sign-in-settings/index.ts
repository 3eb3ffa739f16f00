export { getSignInSettings, type SignInSettings, setSignInSettings } from './settings.ts';
