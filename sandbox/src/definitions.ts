// The only list of channel kinds in the sandbox. The exported name is the kind.
export { email } from './mail/definition.ts';
export { instagram } from './meta/instagram-definition.ts';
export { whatsapp } from './meta/whatsapp-definition.ts';
export { sms } from './twilio/definition.ts';
