import type { Ctx } from '../../storage/context.ts';
import { type Channel, channelDefinitions } from '../channels/index.ts';
import { findChatWith } from '../chats/index.ts';
import { resolveContacts } from '../contacts/index.ts';
import type { Inbound } from './message.ts';
import { selectOpenSend, selectVendorIds } from './messages.store.ts';

type Echo = Extract<Inbound, { kind: 'echo' }>;

/**
 * Returns the sends that echoes are copies of: those with a known vendor id, and open sends whose response is late or lost. An echo
 * without a send was written in the provider's own app.
 */
export async function sendsOf(ctx: Ctx, channel: Channel, echoes: Echo[]): Promise<Map<string, string>> {
  const sends = await selectVendorIds(
    ctx,
    channel.id,
    echoes.map((echo) => echo.vendorId),
  );
  for (const echo of echoes) {
    const messageId = sends.get(echo.vendorId) ?? (await openSendOf(ctx, channel, echo));
    if (messageId) sends.set(echo.vendorId, messageId);
  }
  return sends;
}

async function openSendOf(ctx: Ctx, channel: Channel, echo: Echo): Promise<string | undefined> {
  const [person] = await resolveContacts(ctx, [{ addresses: [echo.to], name: null }], channelDefinitions[channel.type].reaches);
  const chatId = person && (await findChatWith(ctx, channel.id, person.handle.id));
  return chatId && selectOpenSend(ctx, chatId, echo.content.text);
}
