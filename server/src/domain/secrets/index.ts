export { hideCredentials, secretHeaderFault, secretsIn, withoutSecrets, withSecrets } from './reference.ts';
export { searchSecrets } from './search.ts';
export { selectOwnSecrets } from './secrets.store.ts';
export { createSecret, deleteSecret, getSecret, openSecrets, replaceSecret, type Secret } from './secrets.ts';
