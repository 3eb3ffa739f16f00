import type { Patchbay, types } from '@patchbay/sdk';

type Target = { chatId: string } | { address: string };
type Words = { text: string; subject: string };

/** Sends a test: in a chat, or to an address, whose contact is created if there is none. */
export async function sendTest(
  client: Patchbay,
  channel: types.Channel,
  target: Target,
  { text, subject }: Words,
): Promise<types.FullMessage> {
  const message = { text, ...(channel.type === 'email' && { subject }) };
  if ('chatId' in target) return client.messages.send(target.chatId, message);
  const contactId = await contactFor(client, channel.type, target.address);
  return client.messages.sendToContact({ ...message, contactId, channelId: channel.id });
}

async function contactFor(client: Patchbay, type: string, address: string): Promise<string> {
  const handle = type === 'email' ? { email: address } : { phoneNumber: address };
  const { data } = await client.contacts.search({ search: address, pagination: { limit: 5 } });
  const known = data.find((contact) => (type === 'email' ? contact.email : contact.phoneNumber) === address);
  return known?.id ?? (await client.contacts.create({ displayName: address, ...handle })).id;
}
