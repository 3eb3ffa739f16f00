import { type Channel, capabilities } from '../channels/index.ts';

const HOUR_MS = 3_600_000;
const HUMAN_AGENT_HOURS = 168;

/** Only what the contact sends opens the window; our own messages never extend it. SMS and email have none. */
export function openUntil(channel: Pick<Channel, 'type' | 'settings'>, lastInboundAt: Date): Date | null {
  const hours = channel.settings.humanAgent === true ? HUMAN_AGENT_HOURS : capabilities[channel.type].windowHours;
  return hours === null ? null : new Date(lastInboundAt.getTime() + hours * HOUR_MS);
}
