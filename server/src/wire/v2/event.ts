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

/** Returns the event types and the channel type of a v2 event type. */
export function fromV2Type(type: V2EventType): {
  channelType: string;
  events: ('message.received' | 'message.sent' | 'message.updated')[];
} {
  const [channelType = '', , kind] = type.toLowerCase().split('_');
  if (kind === 'received') return { channelType, events: ['message.received'] };
  return { channelType, events: kind === 'echo' ? ['message.sent'] : ['message.sent', 'message.updated'] };
}

/** Returns whether a v2 type includes an event. v2 has a separate type for echoes (messages from the provider's app); STATUS is for the others. */
export function wantsEvent(type: string, sources: readonly string[]): boolean {
  const isEcho = sources.includes('echo');
  return type.endsWith('_ECHO') ? isEcho : !(type.endsWith('_STATUS') && isEcho);
}

type DomainEvent = { id: string; channelId: string | null; data: object; createdAt: Date };

export const toV2Event = (tenantId: string, type: string, event: DomainEvent) => ({
  id: event.id,
  type,
  tenantId,
  channelId: event.channelId,
  timestamp: event.createdAt.toISOString(),
  data: event.data,
});
