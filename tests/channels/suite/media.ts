import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'undici';
import { type Json, until } from '../api.ts';
import type { Kind } from '../kinds.ts';
import { personOn } from './accounts.ts';
import type { Bench } from './bench.ts';
import type { Promised, Setup } from './promised.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64');
/** A picture that no other run has. */
const picture = (): Buffer => Buffer.concat([PNG, randomBytes(60_000)]);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What a person sent, fetched by the adapter alone. */
async function keepFetched({ kind, phone, read, adapter, settings, deps }: Bench): Promise<void> {
  const bytes = picture();
  const media = { bytesBase64: bytes.toString('base64'), mimeType: 'image/png', fileName: 'photo.png' };
  await phone.write({ from: personOn(kind, 1).from, media });
  const [message] = (await read()).filter((item) => item.kind === 'message');
  assert.ok(message?.kind === 'message');
  const source = message.content.media[0]?.source;
  assert.ok(source, 'the message has no file');
  if ('bytes' in source) return assert.equal(sha256(source.bytes), sha256(bytes));
  assert.ok('ref' in source, 'the file is nowhere to be fetched');
  const fetched = await adapter.fetchMedia?.(deps, adapter.settings.parse(settings), source.ref);
  assert.ok(fetched?.kind === 'bytes', JSON.stringify(fetched));
  const chunks: Buffer[] = [];
  for await (const chunk of fetched.stream) chunks.push(chunk as Buffer);
  assert.equal(sha256(Buffer.concat(chunks)), sha256(bytes));
}

/** The same through Patchbay: the message names a file of ours, and its bytes are the person's. */
const keepInbound: Promised['keep'] = async ({ kind }, setup) => {
  const line = await setup.line();
  const bytes = picture();
  const media = { bytesBase64: bytes.toString('base64'), mimeType: 'image/png', fileName: 'photo.png' };
  await line.phone.write({ from: personOn(kind, 1).from, media });
  const [message] = await messagesOf(setup, line.channelId);
  assert.equal(message.type, 'image');
  const { fileId } = message.content.attachments[0];
  const file = await until(
    () => setup.tenant.api.get(`/v3/files/${fileId}`),
    ({ status }) => status === 'ready',
  );
  assert.deepEqual([file.mimeType, file.sizeBytes], ['image/png', bytes.length]);
  assert.equal(sha256(await contentOf(setup, fileId)), sha256(bytes));
};

/** A file of ours reaches the person: by a link the provider fetches, or in the mail itself. */
const keepOutbound: Promised['keep'] = async ({ kind }, setup) => {
  const line = await setup.line();
  const { api } = setup.tenant;
  await line.phone.write({ from: personOn(kind, 1).from, text: 'A picture, please', subject: 'Picture' });
  const [{ chat }] = await messagesOf(setup, line.channelId);
  const bytes = picture();
  const fileId = await upload(setup, bytes);
  await api.post(`/v3/chats/${chat.id}/messages`, { type: 'image', media: { fileId } });
  const [sent] = await until(
    () => line.phone.sent(),
    (sends) => sends.length > 0,
  );
  if (kind === 'email') {
    const [file] = sent?.body.attachments ?? [];
    return assert.deepEqual([file.fileName, file.mimeType, file.sizeBytes], ['photo.png', 'image/png', bytes.length]);
  }
  const answer = await request(linkIn[kind](sent?.body));
  assert.equal(answer.statusCode, 200);
  assert.equal(sha256(Buffer.from(await answer.body.arrayBuffer())), sha256(bytes));
};

const linkIn: Record<Exclude<Kind, 'email'>, (body: Json) => string> = {
  whatsapp: (body) => body.image.link,
  instagram: (body) => body.message.attachment.payload.url,
  sms: (body) => body.MediaUrl,
};

async function messagesOf({ tenant: { api } }: Setup, channelId: string): Promise<Json[]> {
  const [chat] = await until(
    () => api.all('/v3/chats/search', `eq(channelId,"${channelId}")`),
    (chats) => chats.length > 0 && chats[0].latestMessage !== null,
  );
  return api.all(`/v3/chats/${chat.id}/messages/search`);
}

async function upload({ tenant: { api } }: Setup, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'photo.png');
  const answer = await fetch(`${api.baseUrl}/v3/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}` },
    body: form,
  });
  const body = (await answer.json()) as Json;
  assert.equal(answer.status, 201, JSON.stringify(body));
  return body.data.id;
}

async function contentOf({ tenant: { api } }: Setup, fileId: string): Promise<Uint8Array> {
  const answer = await fetch(`${api.baseUrl}/v3/files/${fileId}/content`, { headers: { authorization: `Bearer ${api.token}` } });
  return new Uint8Array(await answer.arrayBuffer());
}

export const mediaPromises: Promised[] = [
  { name: 'a file that comes in is fetched whole', keep: keepFetched },
  { name: 'a file that comes in is a file of ours, byte for byte', keep: keepInbound },
  { name: 'a file of ours reaches the person, byte for byte', keep: keepOutbound },
];
