import { type Channel, capabilities } from '../channels/index.ts';

const HOUR_MS = 3_600_000;
const HUMAN_AGENT_HOURS = 168;

/**
 * Only what the contact sends opens the window; our own messages never extend it. SMS and email have none. `opensForHours`: what the
 * message itself allows, such as the answer to an advertisement.
 */
export function openUntil(channel: Pick<Channel, 'type' | 'settings'>, lastInboundAt: Date, opensForHours = 0): Date | null {
  const hours = channel.settings.humanAgent === true ? HUMAN_AGENT_HOURS : capabilities[channel.type].windowHours;
  return hours === null ? null : new Date(lastInboundAt.getTime() + Math.max(hours, opensForHours) * HOUR_MS);
}
