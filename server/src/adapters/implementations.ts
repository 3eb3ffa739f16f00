// One line per channel type. A type that is missing here does not compile in index.ts.
export { email } from './email/index.ts';
export { instagram } from './instagram/index.ts';
export { sms } from './sms/index.ts';
export { whatsapp } from './whatsapp/index.ts';
