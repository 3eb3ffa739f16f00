import { type ChannelType, channelDefinitions } from '../channels/index.ts';
import { type ConsentScope, type ConsentSource, type NewStatement, type Purpose, purposes } from './consent.ts';

type Preference = {
  handleId: string;
  isStop: boolean;
  source: ConsentSource;
  at: Date;
  evidence: Record<string, unknown>;
};

/** Returns the statements that a stop or a start on a channel makes. */
export function statementsOf(channel: { id: string; type: ChannelType }, preference: Preference): NewStatement[] {
  const { isStop, ...rest } = preference;
  const rule = channelDefinitions[channel.type].consent;
  const scope: ConsentScope = { channelId: rule.scope === 'channel' ? channel.id : null, channelType: channel.type };
  const covered: readonly Purpose[] = rule.stops === 'everything' ? purposes : ['marketing'];
  return covered.map((purpose) => ({ ...rest, ...scope, purpose, state: isStop ? 'withdrawn' : 'granted' }));
}
