export { getSignInSettings, setSignInSettings } from './settings.ts';
