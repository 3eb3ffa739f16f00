import type { Connected } from '../../../sandbox/src/index.ts';
import { type Api, accepted, inParallel } from '../api.ts';

type Chat = {
  id: string;
  channelId: string;
  handle: { value: string };
  contact: { displayName: string | null; fullName: string | null };
};
type Message = {
  sender: 'inbound' | 'outbound';
  status: string;
  type: string;
  vendorId: string | null;
  timestamp: string;
  content: { body: string | null; attachments: { name?: string | null; mimeType?: string | null }[]; details: Details | null };
};
type Details = { buttons?: { id: string; title: string }[]; subject?: string };
type Template = {
  vendorId: string | null;
  name: string;
  language: string;
  category: string;
  status: string;
  format: string;
  body: { text: string };
  footer: string | null;
  buttons: { type: string; text: string }[];
};

const WIDTH = 8;

/** Gives the phones of the sandbox their conversations, from the chats: the sandbox keeps nothing when it is stopped. */
export async function restorePhones(api: Api, sandbox: Api, channels: Connected[]): Promise<void> {
  const search = { pagination: { page: 0, limit: 100 } };
  const chats = accepted<Chat[]>(await api('POST', '/v3/chats/search', { ...search, sortBy: 'desc(lastMessageAt)' }));
  const people = new Map<string, object[]>(channels.map(({ channelId }) => [channelId, []]));
  await inParallel(chats, WIDTH, async (chat) => {
    const path = `/v3/chats/${chat.id}/messages/search`;
    const messages = accepted<Message[]>(
      await api('POST', path, { pagination: { page: 0, limit: 50 }, sortBy: 'asc(timestamp)' }),
    );
    people.get(chat.channelId)?.push(personOf(chat, messages, channels));
  });
  const templates = accepted<Template[]>(await api('POST', '/v3/message_templates/search', search));
  for (const { kind, channelId, accountId } of channels) {
    const body = { people: people.get(channelId) ?? [], templates: kind === 'whatsapp' ? templates.flatMap(templateOf) : [] };
    const { status, body: answer } = await sandbox('POST', `/_sandbox/accounts/${accountId}/restore`, body);
    if (status >= 300) throw new Error(`The sandbox refused the conversations of the demo: ${JSON.stringify(answer)}`);
  }
}

function personOf(chat: Chat, messages: Message[], channels: Connected[]): object {
  const isWhatsApp = channels.some(({ channelId, kind }) => channelId === chat.channelId && kind === 'whatsapp');
  const lastInbound = messages.findLast(({ sender }) => sender === 'inbound');
  const name = chat.contact.fullName ?? chat.contact.displayName;
  return {
    address: isWhatsApp ? chat.handle.value.replace('+', '') : chat.handle.value,
    ...(name && { name }),
    lastInboundAtMs: lastInbound ? Date.parse(lastInbound.timestamp) : null,
    lines: messages.filter(({ vendorId }) => vendorId !== null).map(lineOf),
  };
}

function lineOf({ sender, type, vendorId, timestamp, content }: Message): object {
  const [file] = content.attachments;
  const buttons = sender === 'outbound' ? content.details?.buttons : undefined;
  return {
    from: sender === 'inbound' ? 'person' : 'business',
    type,
    text: content.body ?? '',
    vendorId,
    atMs: Date.parse(timestamp),
    ...(content.details?.subject && { subject: content.details.subject }),
    ...(file && { file: { name: file.name ?? null, mimeType: file.mimeType ?? null } }),
    ...(buttons && { buttons }),
  };
}

/** Returns a reviewed template in the form of the Graph API. */
function templateOf({ vendorId, name, language, category, status, format, body, footer, buttons }: Template): object[] {
  if (vendorId === null) return [];
  const components = [
    { type: 'BODY', text: body.text },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length > 0
      ? [{ type: 'BUTTONS', buttons: buttons.map((one) => ({ type: one.type.toUpperCase(), text: one.text })) }]
      : []),
  ];
  const shared = { id: vendorId, name, language, category: category.toUpperCase(), components };
  return [{ ...shared, status: status.toUpperCase(), parameter_format: format.toUpperCase() }];
}
