import type { ChannelType } from '../channels/index.ts';

const HOUR_MS = 3_600_000;

/** How long after a contact's message the channel lets us answer freely. SMS and email have no such window. */
const windowHours: Record<ChannelType, number | null> = { whatsapp: 24, instagram: 24, sms: null, email: null };

/** Only what the contact sends opens the window; our own messages never extend it. */
export function openUntil(channel: ChannelType, lastInboundAt: Date): Date | null {
  const hours = windowHours[channel];
  return hours === null ? null : new Date(lastInboundAt.getTime() + hours * HOUR_MS);
}
