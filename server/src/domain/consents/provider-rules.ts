import type { ChannelType } from '../channels/index.ts';
import { type ConsentScope, type ConsentSource, type NewStatement, type Purpose, purposes } from './consent.ts';

type Rule = { purposes: readonly Purpose[]; covers: 'channel' | 'kind' };

/**
 * What a stop or a start that arrives through a channel covers. Twilio's STOP is per sender and stops everything; WhatsApp's stop is per
 * business number and covers marketing templates only; unsubscribing from a mail is about marketing mail, whichever address it comes from.
 */
const rules: Record<ChannelType, Rule> = {
  sms: { purposes, covers: 'channel' },
  whatsapp: { purposes: ['marketing'], covers: 'channel' },
  instagram: { purposes: ['marketing'], covers: 'channel' },
  email: { purposes: ['marketing'], covers: 'kind' },
};

type Said = {
  handleId: string;
  isStop: boolean;
  source: ConsentSource;
  at: Date;
  evidence: Record<string, unknown>;
};

/** Returns the statements that a stop or a start on a channel makes. */
export function statementsOf(channel: { id: string; type: ChannelType }, said: Said): NewStatement[] {
  const { isStop, ...rest } = said;
  const rule = rules[channel.type];
  const scope: ConsentScope = { channelId: rule.covers === 'channel' ? channel.id : null, channelType: channel.type };
  return rule.purposes.map((purpose) => ({ ...rest, ...scope, purpose, state: isStop ? 'withdrawn' : 'granted' }));
}
