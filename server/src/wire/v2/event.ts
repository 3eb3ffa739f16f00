import type { V2Kind } from '../../registry/event-definition.ts';
import { type EventType, eventTypesInV2 } from '../../registry/events.ts';

/** The event types of v2 subscriptions. */
export const v2EventTypes = [
  'WHATSAPP_MESSAGE_RECEIVED',
  'WHATSAPP_MESSAGE_STATUS',
  'SMS_MESSAGE_RECEIVED',
  'SMS_MESSAGE_STATUS',
  'EMAIL_MESSAGE_RECEIVED',
  'EMAIL_MESSAGE_STATUS',
  'INSTAGRAM_MESSAGE_RECEIVED',
  'INSTAGRAM_MESSAGE_STATUS',
  'INSTAGRAM_MESSAGE_ECHO',
] as const;
export type V2EventType = (typeof v2EventTypes)[number];

/** Returns the channel type and the event types that a v2 type consists of. */
export function fromV2Type(type: V2EventType): { channelType: string; events: EventType[] } {
  const [channelType = '', , kind] = type.split('_');
  return { channelType: channelType.toLowerCase(), events: eventTypesInV2(kind as V2Kind) };
}

/** Returns whether a v2 type includes a message. Messages written in the provider's own app are ECHO; STATUS has all others. */
export function wantsEvent(type: string, sources: readonly string[]): boolean {
  const isEcho = sources.includes('echo');
  return type.endsWith('_ECHO') ? isEcho : !(type.endsWith('_STATUS') && isEcho);
}

type DomainEvent = { id: string; channelId: string | null; data: Record<string, unknown>; createdAt: Date };

/** Version 2 is frozen: it has no authors. */
const withoutAuthor = ({ author: _author, ...data }: Record<string, unknown>) => data;

export const toV2Event = (tenantId: string, type: string, event: DomainEvent) => ({
  id: event.id,
  type,
  tenantId,
  channelId: event.channelId,
  timestamp: event.createdAt.toISOString(),
  data: withoutAuthor(event.data),
});
