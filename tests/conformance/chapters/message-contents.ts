import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newFile, unique, unknownId } from '../fixtures.ts';
import type { Provider } from '../provider.ts';
import { asSent, newTalk, reachable, says, send, sent, type Talk, whenIts } from '../talks.ts';
import { until } from '../until.ts';

/** Sends a message. Returns the API response and the request at the provider. */
async function passed(api: Api, talk: Talk, body: object): Promise<{ made: Json; body: Json }> {
  const made = await sent(api, talk, body);
  const [one] = await until('the send', talk.line.sent, (sends) => sends.some(({ ownId }) => ownId === made.id)).then((sends) =>
    sends.filter(({ ownId }) => ownId === made.id),
  );
  return { made, body: one.body };
}

const draftFor = (channelId: string) => ({
  channelId,
  name: unique('order').replaceAll(/\W/g, '_'),
  language: 'en_US',
  category: 'utility',
  body: { text: 'Hello {{1}}, {{2}} is on its way.', examples: ['1', '2'].map((name) => ({ name, value: `a ${name}` })) },
});

/** An approved template on a new channel, and a contact who has never written. */
async function approved(api: Api, provider: Provider, kind: 'whatsapp' | 'sms') {
  const line = await provider.line(api, kind);
  const { id } = succeeded(await api.post('/v3/message_templates', draftFor(line.channelId)), 201);
  succeeded(await api.post(`/v3/message_templates/${id}/submit`));
  const read = async () => succeeded(await api.get(`/v3/message_templates/${id}`));
  const template = await until('approval', read, ({ status }) => status === 'approved');
  const to = { contactId: (await reachable(api, line)).id, channelId: line.channelId };
  return { line, template, to };
}

const files = [
  checkProvider('An image by fileId is sent as its public URL, with its text as the caption', async (api, provider) => {
    const [talk, file] = [await newTalk(api, provider), await newFile(api)];
    const { publicUrl } = succeeded(await api.get(`/v3/files/${file.id}/public_url`));
    const { made, body } = await passed(api, talk, { type: 'image', media: { fileId: file.id }, text: 'Today' });
    const attachment = { fileId: file.id, url: null, mimeType: file.mimeType, fileName: file.name };
    assert.deepEqual(made.content, { body: 'Today', attachments: [attachment], details: null });
    assert.deepEqual([body.type, body.image], ['image', { link: publicUrl, caption: 'Today' }]);
  }),
  checkProvider('A file elsewhere is sent by its url', async (api, provider) => {
    const url = 'https://example.com/menu.pdf';
    const { made, body } = await passed(api, await newTalk(api, provider), { type: 'document', media: { url } });
    assert.deepEqual(made.content.attachments, [{ fileId: null, url, mimeType: null, fileName: null }]);
    assert.equal(body.document.link, url);
  }),
  checkProvider('A file that does not exist, or is another tenant’s, is refused by its path', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const theirs = await newFile(api, 'x', 'x.txt', { token: api.otherToken });
    for (const fileId of [unknownId(), 'nonsense', theirs.id])
      refused(await send(api, talk, { type: 'image', media: { fileId } }), 'media.fileId', 'not_found');
  }),
  checkProvider('A mail carries its files itself, and has a subject and html', async (api, provider) => {
    const [talk, file] = [await newTalk(api, provider, 'email'), await newFile(api, 'Soup', 'menu.txt')];
    await sent(api, talk, { text: 'Hi', html: '<b>Hi</b>', subject: 'The menu', attachments: [{ fileId: file.id }] });
    const [{ body }] = await asSent(talk.line);
    assert.deepEqual([body.subject, body.text.trim(), body.html.trim()], ['The menu', 'Hi', '<b>Hi</b>']);
    assert.equal(body.attachments.length, 1);
  }),
];

const others = [
  checkProvider('A location', async (api, provider) => {
    const location = { latitude: 48.2104, longitude: 16.3655, name: 'Café Central' };
    const { made, body } = await passed(api, await newTalk(api, provider), { type: 'location', location });
    assert.deepEqual([made.content.body, made.content.details], [null, location]);
    assert.deepEqual(body.location, location);
  }),
  checkProvider('Buttons and lists; on SMS they are numbered lines', async (api, provider) => {
    const buttons = [
      { id: 'yes', title: 'Yes' },
      { id: 'no', title: 'No' },
    ];
    const { body } = await passed(api, await newTalk(api, provider), { type: 'interactive', text: 'Coming?', buttons });
    assert.deepEqual(
      body.interactive.action.buttons.map(({ reply }: Json) => reply),
      buttons,
    );
    const list = { button: 'Choose', sections: [{ rows: [{ id: 'a', title: 'Soup' }] }] };
    const listed = await passed(api, await newTalk(api, provider), { type: 'interactive', text: 'Menu', list });
    assert.equal(listed.body.interactive.action.sections[0].rows[0].id, 'a');
    const text = await passed(api, await newTalk(api, provider, 'sms'), { type: 'interactive', text: 'Coming?', buttons });
    assert.match(JSON.stringify(text.body), /1\. Yes/);
  }),
  checkProvider('A reaction names a message of the chat by our id; null takes it back', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const theirs = await says(api, talk, { text: 'Thank you' });
    for (const emoji of ['👍', null]) {
      const { body } = await passed(api, talk, { type: 'reaction', reaction: { messageId: theirs.id, emoji } });
      assert.deepEqual(body.reaction, { message_id: theirs.vendorId, emoji: emoji ?? '' });
    }
    for (const messageId of [unknownId(), 'nonsense'])
      refused(
        await send(api, talk, { type: 'reaction', reaction: { messageId, emoji: '👍' } }),
        'reaction.messageId',
        'not_found',
      );
  }),
  checkProvider('replyTo answers a message of the chat; one of another chat is refused', async (api, provider) => {
    const [talk, other] = [await newTalk(api, provider), await newTalk(api, provider)];
    const [theirs, foreign] = [await says(api, talk, { text: 'When?' }), await says(api, other, { text: 'Who?' })];
    const { body } = await passed(api, talk, { text: 'At nine', replyTo: theirs.id });
    assert.equal(body.context.message_id, theirs.vendorId);
    refused(await send(api, talk, { text: 'At nine', replyTo: foreign.id }), 'replyTo', 'not_found');
  }),
  checkProvider('A mail answers the last one: In-Reply-To and a subject with Re:', async (api, provider) => {
    const talk = await newTalk(api, provider, 'email');
    const theirs = await says(api, talk, { text: 'When do you open?', subject: 'Opening hours' });
    await sent(api, talk, { text: 'At nine' });
    const [{ body }] = await asSent(talk.line);
    assert.equal(body.subject, 'Re: Opening hours');
    const answered = body.headers.find(({ name }: Json) => name.toLowerCase() === 'in-reply-to');
    assert.equal(answered?.value, theirs.vendorId);
  }),
];

const templated = [
  checkProvider(
    'An approved template reaches a contact who has never written, with its values filled in',
    async (api, provider) => {
      const { line, template, to } = await approved(api, provider, 'whatsapp');
      const variables = { 1: 'Ada', 2: 'A-1042' };
      const made = succeeded(
        await api.post('/v3/messages', { ...to, type: 'template', template: { id: template.id, variables } }),
        201,
      );
      assert.equal(made.content.body, 'Hello Ada, A-1042 is on its way.');
      await whenIts(api, made.id, 'delivered');
      const [{ body }] = await asSent(line);
      assert.deepEqual([body.template.name, body.template.language.code], [template.name, 'en_US']);
      assert.deepEqual(
        body.template.components[0].parameters.map(({ text }: Json) => text),
        ['Ada', 'A-1042'],
      );
    },
  ),
  checkProvider('Where the provider knows no templates, we fill the text', async (api, provider) => {
    const { line, template, to } = await approved(api, provider, 'sms');
    const variables = { 1: 'Ada', 2: 'A-1042' };
    succeeded(await api.post('/v3/messages', { ...to, type: 'template', template: { id: template.id, variables } }), 201);
    const [{ body }] = await asSent(line);
    assert.equal(body.Body, 'Hello Ada, A-1042 is on its way.');
  }),
  checkProvider(
    'A missing and a surplus variable are refused by name, and so is a template of another channel',
    async (api, provider) => {
      const { template, to } = await approved(api, provider, 'sms');
      const post = (id: string, variables: object) =>
        api.post('/v3/messages', { ...to, type: 'template', template: { id, variables } });
      refused(await post(template.id, { 1: 'Ada' }), 'template.variables.2', 'required');
      refused(await post(template.id, { 1: 'Ada', 2: 'B', 3: 'C' }), 'template.variables.3', 'unrecognized_keys');
      refused(await post(unknownId(), {}), 'template.id', 'not_found');
      const other = await approved(api, provider, 'sms');
      refused(await post(other.template.id, { 1: 'Ada', 2: 'B' }), 'template.id', 'not_found');
    },
  ),
  checkProvider('A template that is not approved cannot be sent: 409 conflict', async (api, provider) => {
    const line = await provider.line(api, 'sms');
    const to = { contactId: (await reachable(api, line)).id, channelId: line.channelId };
    const { id } = succeeded(await api.post('/v3/message_templates', draftFor(line.channelId)), 201);
    const template = { id, variables: { 1: 'Ada', 2: 'B' } };
    failed(await api.post('/v3/messages', { ...to, type: 'template', template }), 409, 'conflict');
    assert.deepEqual(await line.sent(), []);
  }),
];

export const messageContents: Chapter = { title: 'Messages: what can be sent', checks: [...files, ...others, ...templated] };
