import type { ChannelType } from '../domain/channels/index.ts';
import type { Adapter } from './adapter.ts';
import { email } from './email/index.ts';
import { instagram } from './instagram/index.ts';
import { sms } from './sms/index.ts';
import { whatsapp } from './whatsapp/index.ts';

/** One per kind of channel. A kind without a line here does not compile. */
export const adapters: Record<ChannelType, Adapter> = { whatsapp, sms, email, instagram };
