import type { types } from '@patchbay/sdk';

export type Reaction = { emoji: string; by: 'contact' | { name: string | null }; messageId: string };

type Found = { byVendorId: Map<string, Reaction[]>; unattached: Set<string> };

/**
 * Returns the reactions by the provider's id of the message they belong to. A later reaction of the same person replaces the earlier
 * one; one without an emoji removes it. Reactions to messages that are not loaded are `unattached` and stay lines of their own.
 */
export function reactionsOf(messages: readonly types.FullMessage[]): Found {
  const found: Found = { byVendorId: new Map(), unattached: new Set() };
  const all = messages.filter(({ type }) => type === 'reaction');
  if (all.length === 0) return found;
  const vendorIds = new Set(messages.map(({ vendorId }) => vendorId));
  for (const message of all) {
    const target = targetOf(message);
    if (target === null || !vendorIds.has(target)) found.unattached.add(message.id);
    else found.byVendorId.set(target, withReaction(found.byVendorId.get(target) ?? [], message));
  }
  return found;
}

/** Inbound reactions name their message `toVendorId`, outbound ones `vendorId`. */
function targetOf({ content: { details } }: types.FullMessage): string | null {
  const target = details?.toVendorId ?? details?.vendorId;
  return typeof target === 'string' ? target : null;
}

function withReaction(before: Reaction[], { id, sender, author, content, sendState }: types.FullMessage): Reaction[] {
  const by = sender === 'inbound' ? 'contact' : { name: author?.name ?? null };
  const others = before.filter((one) => (one.by === 'contact') !== (by === 'contact'));
  const emoji = typeof content.details?.emoji === 'string' ? content.details.emoji : content.body;
  const isGone = !emoji || sendState === 'failed';
  return isGone ? others : [...others, { emoji, by, messageId: id }];
}
