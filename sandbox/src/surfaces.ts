import type { Kind } from './environment.ts';
import { mail } from './mail/mail.ts';
import { instagram } from './meta/instagram.ts';
import { whatsapp } from './meta/whatsapp-inbound.ts';
import type { Surface } from './surface.ts';
import { sms } from './twilio/sms.ts';

export const surfaces: Record<Kind, Surface> = { whatsapp, instagram, sms, email: mail };
