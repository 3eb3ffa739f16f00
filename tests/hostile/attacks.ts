import type { TestTenant } from '../../server/src/test-kit/tenant.ts';
import { type Kind, kinds } from '../channels/kinds.ts';
import { signatureFor, signatureHeader } from '../channels/suite/signing.ts';
import { call, formOf } from '../uploads/api.ts';
import { type Generator, json, run, within } from './generators.ts';
import { forms, instagrams, mails, postmarks, whatsapps } from './parsers-of-channels.ts';
import { definitions, schedules } from './parsers-of-definitions.ts';
import { csvLines } from './parsers-of-requests.ts';

/**
 * Hostile inputs for one parser, sent in turn. Each send returns the status of its answer. `harmless` sends ordinary inputs of the same
 * size: eight megabytes, four times a second, keep two processors busy whatever is in them, and the attack must not be worse.
 */
export type Attack = { parser: string; title: string; sends: Send[]; harmless?: Send[] };
type Send = () => Promise<number>;

const MEBIBYTE = 1_048_576;
const LARGE_MAIL_BYTES = 8 * MEBIBYTE;
/** A little below the limit: the last piece may exceed the size that was asked for. */
const TWILIO_BYTES = 131_000;

const META = { accessToken: 'access', appSecret: 'app-secret', verifyToken: 'verify' };
const settings: Record<Kind, Record<string, unknown>> = {
  whatsapp: { phoneNumberId: '1', wabaId: '2', ...META },
  instagram: { igId: '1', ...META },
  sms: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token', from: '+15557654321' },
  email: {
    address: 'help@shop.example',
    smtpHost: '127.0.0.1',
    smtpPort: 1,
    callbackUsername: 'hook',
    callbackPassword: 'password',
  },
};

/** Connects what the hostile tenant needs and returns its attacks, with the largest inputs that the limits let in. */
export async function attacksOn(baseUrl: string, { token }: TestTenant): Promise<Attack[]> {
  const post = async (path: string, body: string | object, headers: Record<string, string> = {}) =>
    call(baseUrl, 'POST', path, {
      token,
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const made = async (path: string, body: object) => {
    const answer = await post(path, body);
    if (answer.status !== 201) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body.toString()).data;
  };
  const channels = {} as Record<Kind, { id: string; inboundUrl: string }>;
  for (const kind of kinds) channels[kind] = await made('/v3/channels', { type: kind, name: kind, settings: settings[kind] });

  const posting = (path: string, bodies: string[]) => bodies.map((body) => async () => (await post(path, body)).status);
  const uploading = (files: Buffer[]) =>
    files.map((file) => {
      const { type, body } = formOf('a.csv', file, 'text/csv');
      return async () => (await call(baseUrl, 'POST', '/v3/files', { token, body, headers: { 'content-type': type } })).status;
    });
  const calling = (kind: Kind, bodies: Buffer[], contentType: string, isSigned = true) =>
    bodies.map((body) => {
      const { id, inboundUrl } = channels[kind];
      const signature = isSigned ? signatureFor(kind, settings[kind], inboundUrl, body) : 'bm8gc2lnbmF0dXJl';
      const headers = { 'content-type': contentType, [signatureHeader[kind]]: signature };
      return async () => (await call(baseUrl, 'POST', `/inbound/${id}`, { body, headers })).status;
    });
  const csvFiles = await Promise.all(inputs(csvLines, 2 * MEBIBYTE).map((file) => uploadCsv(baseUrl, token, Buffer.from(file))));
  const importing = csvFiles.map(
    (fileId) => async () => (await post('/v3/contact_imports', { fileId, mapping: { phone: 'phoneNumber' } })).status,
  );
  const planning = csvFiles.map(
    (fileId) => async () =>
      (
        await post('/v3/campaigns', {
          name: 'Hostile',
          channelId: channels.sms.id,
          audience: { upload: { fileId, mapping: { phone: 'phoneNumber' } } },
        })
      ).status,
  );
  const rules = inputs(schedules, 1).map((text) =>
    JSON.stringify({
      name: 'Often',
      channelId: channels.sms.id,
      recurrenceRules: text.split('\n'),
      timeZone: 'America/New_York',
    }),
  );
  const inAutomation = (text: string) => text.replace(/^\{/, '{"name":"Hostile",');
  const broadcast = `/v2/${channels.whatsapp.id}/broadcasts`;
  return [
    { parser: 'json-body', title: 'bodies of a megabyte', sends: posting('/v3/labels', inputs(json, MEBIBYTE - 100)) },
    {
      parser: 'json-body',
      title: 'broadcasts of 4 megabytes',
      sends: posting(broadcast, inputs(largeBodies, 4 * MEBIBYTE - 1_000)),
    },
    { parser: 'multipart', title: 'forms of many parts', sends: hostileForms(baseUrl, token) },
    {
      parser: 'file-type',
      title: 'files of hostile text',
      sends: uploading([Buffer.from('<!doctype '.repeat(7_000)), Buffer.from('a.b('.repeat(16_384))]),
    },
    { parser: 'filter', title: 'queries of two thousand characters', sends: posting('/v3/contacts/search', queries) },
    {
      parser: 'definition',
      title: 'definitions of a megabyte',
      sends: posting('/v3/automations', inputs(definitions, MEBIBYTE - 10_000).map(inAutomation)),
    },
    { parser: 'recurrence', title: 'rules of many combinations', sends: posting('/v3/campaigns', rules) },
    { parser: 'csv-file', title: 'imports of contacts', sends: importing },
    { parser: 'csv-file', title: 'audiences of campaigns', sends: planning },
    { parser: 'authorization', title: 'unsigned tokens', sends: strangers(baseUrl) },
    {
      parser: 'mail',
      title: 'mails of 8 megabytes',
      sends: calling('email', inputs(mails, LARGE_MAIL_BYTES), 'message/rfc822'),
      harmless: calling('email', [harmlessMail(LARGE_MAIL_BYTES)], 'message/rfc822'),
    },
    {
      parser: 'postmark',
      title: 'callbacks of 8 megabytes',
      sends: calling('email', buffers(postmarks, LARGE_MAIL_BYTES), 'application/json'),
      harmless: calling('email', [harmlessPostmark(LARGE_MAIL_BYTES)], 'application/json'),
    },
    {
      parser: 'whatsapp',
      title: 'callbacks of a megabyte',
      sends: calling('whatsapp', buffers(whatsapps, MEBIBYTE - 100), 'application/json'),
    },
    {
      parser: 'instagram',
      title: 'callbacks of a megabyte',
      sends: calling('instagram', buffers(instagrams, MEBIBYTE - 100), 'application/json'),
    },
    { parser: 'twilio', title: 'callbacks of 128 kilobytes', sends: calling('sms', buffers(smsForms, TWILIO_BYTES), FORM) },
    {
      parser: 'twilio-signature',
      title: 'callbacks of strangers',
      sends: calling('sms', buffers(forms, TWILIO_BYTES), FORM, false),
    },
  ];
}

const FORM = 'application/x-www-form-urlencoded';
/** Repeated fields are signed in more than one way; those below the suite signs as Twilio does. */
const smsForms = { 'a long text': forms['a long text'], 'different names': forms['different names'] } as Record<
  string,
  Generator
>;

const inputs = <Input>(generators: Record<string, Generator<Input>>, bytes: number): Input[] =>
  Object.values(generators).map((generator) => generator(bytes));
const buffers = (generators: Record<string, Generator>, bytes: number): Buffer[] =>
  inputs(generators, bytes).map((text) => Buffer.from(text));

const BROADCAST = '{"name":"x","workflowId":"00000000-0000-4000-8000-000000000000","contacts":[';
const largeBodies: Record<string, Generator> = {
  'values that are none': within('[', run('[],'), '1]'),
  'contacts that are none': within(BROADCAST, run('{},'), '{}]}'),
  'contacts with one long text': within(`${BROADCAST}{"firstName":"`, run('x'), '"}]}'),
};

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9'.slice(0, 76);

/** A mail with a short text and one attachment. */
const harmlessMail = (bytes: number): Buffer =>
  Buffer.from(
    [
      'From: Ada <ada@example.com>\r\nTo: help@shop.example\r\nSubject: A picture\r\nMessage-ID: <harmless@example.com>\r\nMIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHere it is.\r\n--b',
      'Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n',
      `${PICTURE}\r\n`.repeat(Math.floor(bytes / 78)),
      '--b--\r\n',
    ].join('\r\n'),
  );

const harmlessPostmark = (bytes: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      From: 'ada@example.com',
      Subject: 'A picture',
      TextBody: 'Here it is.',
      MessageID: 'harmless',
      Attachments: [{ Name: 'a.png', ContentType: 'image/png', Content: PICTURE.repeat(Math.floor(bytes / 76)) }],
    }),
  );

const queries = ['isNull(firstName),', 'contains(firstName,"a"),', 'eq(firstName,"\\u0041"),']
  .map((one) => `and(${one.repeat(Math.floor(1_900 / one.length))}isNull(firstName))`)
  .map((query) => JSON.stringify({ query }));

async function uploadCsv(baseUrl: string, token: string, file: Buffer): Promise<string> {
  const { type, body } = formOf('list.csv', file, 'text/csv');
  const answer = await call(baseUrl, 'POST', '/v3/files', { token, body, headers: { 'content-type': type } });
  if (answer.status !== 201) throw new Error(`the upload was answered with ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body.toString()).data.id;
}

function hostileForms(baseUrl: string, token: string): Attack['sends'] {
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const pieces = ['\r\n--bx', `${part}x\r\n`, '\r\n--b\r\n\r\n', '\r\n--', '\r\n'];
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return pieces.map((piece) => {
    const body = Buffer.from(part + run(piece)(4 * MEBIBYTE));
    return async () => (await call(baseUrl, 'POST', '/v3/files', { token, body, headers })).status;
  });
}

const strangers = (baseUrl: string): Attack['sends'] =>
  ['.', 'a', 'eyJhIjox.'].map((piece) => async () => {
    const { status } = await call(baseUrl, 'GET', '/v3/labels/1', { token: run(piece)(4_000) });
    return status;
  });
