import { type Channel, channelDefinitions } from '../channels/index.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns when the messaging window closes, or null on a channel without one. Only a contact's message opens it. `opensForHours`: a
 * longer time that the message itself allows, such as the answer to an advertisement.
 */
export function openUntil(channel: Pick<Channel, 'type' | 'settings'>, lastInboundAt: Date, opensForHours = 0): Date | null {
  const { window } = channelDefinitions[channel.type];
  if (window === null) return null;
  const hours = window.hoursFor?.(channel.settings) ?? window.hours;
  return new Date(lastInboundAt.getTime() + Math.max(hours, opensForHours) * HOUR_MS);
}
