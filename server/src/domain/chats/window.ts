import { type Channel, channelDefinitions } from '../channels/index.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the end of the messaging window after an inbound message; null for channels without one. Outbound messages do not extend it.
 * `opensForHours`: what the message itself allows, such as a reply to an advertisement.
 */
export function openUntil(channel: Pick<Channel, 'type' | 'settings'>, lastInboundAt: Date, opensForHours = 0): Date | null {
  const { window } = channelDefinitions[channel.type];
  if (window === null) return null;
  const hours = window.hoursFor?.(channel.settings) ?? window.hours;
  return new Date(lastInboundAt.getTime() + Math.max(hours, opensForHours) * HOUR_MS);
}
