// The only list of channel types in the server. The exported name is the type.
export { email } from './email/definition.ts';
export { instagram } from './instagram/definition.ts';
export { sms } from './sms/definition.ts';
export { whatsapp } from './whatsapp/definition.ts';
