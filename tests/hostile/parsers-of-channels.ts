import { cleanHtml } from '../../server/src/adapters/email/clean-html.ts';
import { htmlAsText } from '../../server/src/adapters/email/html-text.ts';
import { MAIL_LIMITS } from '../../server/src/adapters/email/limits.ts';
import { parse as parseMail } from '../../server/src/adapters/email/parse.ts';
import { withoutQuote } from '../../server/src/adapters/email/quotes.ts';
import { readTokenAnswer } from '../../server/src/adapters/email/token-answer.ts';
import { adapters } from '../../server/src/adapters/index.ts';
import { parse as parseInstagram } from '../../server/src/adapters/instagram/parse.ts';
import { readAnswer } from '../../server/src/adapters/meta-graph.ts';
import { outcomeOf } from '../../server/src/adapters/sms/classify.ts';
import { parse as parseSms } from '../../server/src/adapters/sms/parse.ts';
import { verify as verifySms } from '../../server/src/adapters/sms/verify.ts';
import { classify } from '../../server/src/adapters/whatsapp/classify.ts';
import { parse as parseWhatsapp } from '../../server/src/adapters/whatsapp/parse.ts';
import { readable } from '../../server/src/job-handlers/call-http.ts';
import { channelTypes } from '../../server/src/registry/channels.ts';
import { attributes, bytesOf, counted, type Generator, html, json, run, texts, trees, within } from './generators.ts';
import { forAll, type HostileParser, parser } from './parser.ts';

const MEBIBYTE = 1_048_576;
const TWILIO_BYTES = 131_072;
/** An answer of a provider, and one of a system that an automation calls. */
const PROVIDER_ANSWER_BYTES = MEBIBYTE;
const HTTP_ANSWER_BYTES = 20_480;

const account = { address: 'help@shop.example' };
const receivedAt = new Date('2026-11-15T12:00:00Z');
const request = (body: Buffer, contentType: string) => ({ url: '', headers: { 'content-type': contentType }, body, receivedAt });

const ENVELOPE = 'From: Ada <ada@example.com>\r\nMessage-ID: <m1@example.com>\r\nSubject: Hi\r\n';
const mail = (headers: string, body: Generator, after = '') => bytesOf(within(`${ENVELOPE}${headers}\r\n`, body, after));
const MULTIPART = 'Content-Type: multipart/mixed; boundary="b"\r\n';
const REPORT = 'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n';

export const mails: Record<string, Generator<Buffer>> = {
  'base64 of one file': mail('Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n', run(`${'QUJD'.repeat(19)}\r\n`)),
  'base64 padded at every turn': mail('Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n', run('AA=')),
  'quoted-printable': mail('Content-Transfer-Encoding: quoted-printable\r\n', run('=3D=\r\n')),
  'lines of text': mail('', run('a line of text\r\n')),
  'empty lines': mail('', run('\n')),
  'attributions and quotes': mail('', texts.attributions as Generator),
  'links that do not end': mail('Content-Type: text/html\r\n', run('<a href="x')),
  'parts without an end': mail(MULTIPART, run('--b\r\n\r\nx\r\n')),
  'attachments of a byte': mail(MULTIPART, run('--b\r\nContent-Disposition: attachment; filename="a"\r\n\r\nx\r\n')),
  'nearly a boundary': mail(MULTIPART, run('--bb\r\n')),
  'boundaries inside each other': mail(
    '',
    counted((i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`),
  ),
  'headers without an end': bytesOf(within(ENVELOPE, run('X: y\r\n'))),
  'a folded header': bytesOf(within(`${ENVELOPE}Subject: x`, run('\r\n y'))),
  'addresses in a header': bytesOf(within(`${ENVELOPE}To: `, run('a <a@b.example>, '), '\r\n\r\nx')),
  'encoded words': bytesOf(within(`${ENVELOPE}Subject: `, run('=?utf-8?Q?a?= '), '\r\n\r\nx')),
  'comments in a header': bytesOf(within(`${ENVELOPE}To: `, run('('), '\r\n\r\nx')),
  'references in a header': bytesOf(within(`${ENVELOPE}References: `, run('<a@b>'), '\r\n\r\nx')),
  'a report of many fields': mail(
    REPORT,
    within('--b\r\nContent-Type: message/feedback-report\r\n\r\n', run('A: b\r\n'), '--b--\r\n'),
  ),
  'a report of one long address': mail(
    REPORT,
    within('--b\r\nContent-Type: message/feedback-report\r\n\r\nOriginal-Rcpt-To: ', run('a'), '\r\n--b--\r\n'),
  ),
};

const POSTMARK = '{"From":"ada@example.com","MessageID":"id-1",';
export const postmarks: Record<string, Generator> = {
  'a long text': within(`${POSTMARK}"TextBody":"`, run('On 1/2 a wrote:\\n'), '"}'),
  'a text of escapes': within(`${POSTMARK}"TextBody":"`, run('\\u000a'), '"}'),
  'HTML only': within(`${POSTMARK}"HtmlBody":"`, run("<a href='x"), '"}'),
  headers: within(`${POSTMARK}"Headers":[`, run('{"Name":"a","Value":"b"},'), '{}]}'),
  attachments: within(`${POSTMARK}"Attachments":[`, run('{"Name":"a","Content":"QQ=="},'), '{}]}'),
  'one attachment': within(`${POSTMARK}"Attachments":[{"Name":"a","Content":"`, run('QUJD'), '"}]}'),
  callbacks: within('[', run('{"RecordType":"Open"},'), '{}]'),
  metadata: within(
    '{"RecordType":"Delivery","Metadata":{',
    counted((i) => `"${i}":1`, ','),
    '}}',
  ),
};

const WHATSAPP = '{"object":"whatsapp_business_account","entry":[{"id":"2","changes":[{"field":"messages","value":';
const value = (list: string, items: Generator) =>
  within(`${WHATSAPP}{"messaging_product":"whatsapp","metadata":{"phone_number_id":"1"},"${list}":[`, items, '{}]}}]}]}');
const text = (i: number) =>
  `{"from":"4915${i}0000","id":"wamid.${i}","timestamp":"1800000000","type":"text","text":{"body":"hi"}},`;
export const whatsapps: Record<string, Generator> = {
  ...Object.fromEntries(
    ['messages', 'statuses', 'errors', 'contacts'].flatMap((list) => [
      [`${list} that are none`, value(list, run('{},'))],
      [`${list} of one field`, value(list, run('{"id":"a"},'))],
    ]),
  ),
  'real messages': value('messages', counted(text)),
  'entries that are none': within('{"object":"whatsapp_business_account","entry":[', run('{},'), '{}]}'),
  'changes that are none': within('{"object":"whatsapp_business_account","entry":[{"id":"2","changes":[', run('{},'), '{}]}]}'),
  'numbers too long': within(`${WHATSAPP}[`, run('12345678901234567890,'), '1]}]}]}'),
  'halves of characters': within(`${WHATSAPP}{"a":"`, run('\\ud800'), '"}}]}]}'),
  ...json,
};

const INSTAGRAM = '{"object":"instagram","entry":[{"id":"1","time":1,';
export const instagrams: Record<string, Generator> = {
  'items that are none': within(`${INSTAGRAM}"messaging":[`, run('{},'), '{}]}]}'),
  'items of one field': within(`${INSTAGRAM}"messaging":[`, run('{"sender":{"id":"1"}},'), '{}]}]}'),
  'changes that are none': within(`${INSTAGRAM}"changes":[`, run('{},'), '{}]}]}'),
  'entries that are none': within('{"object":"instagram","entry":[', run('{},'), '{}]}'),
  'attachments that are none': within(
    `${INSTAGRAM}"messaging":[{"sender":{"id":"5"},"recipient":{"id":"1"},"timestamp":1800000000000,"message":{"mid":"m","attachments":[`,
    run('{},'),
    '{}]}}]}]}',
  ),
  ...json,
};

export const answers: Record<string, Generator> = {
  'a long description': within('{"error":"invalid_grant","error_description":"', run('\\u200b'), '"}'),
  'a long token': within('{"access_token":"', run('a'), '"}'),
  ...json,
};

export const forms: Record<string, Generator> = {
  'different names': counted((i) => `${i}=`, '&'),
  'one name, different values': counted((i) => `a=${i}`, '&'),
  'the same field': run('a=b&'),
  'a long text': within('MessageSid=SM1&From=%2B15550001111&Body=', run('%41')),
  ampersands: run('&'),
  escapes: run('%'),
  'names of media': counted((i) => `MediaUrl${i}=x`, '&'),
};
const sms = { accountSid: 'AC1', authToken: 'token', from: '+15557654321', baseUrl: 'https://api.twilio.com' } as never;

const written: HostileParser[] = [
  parser({
    name: 'mail',
    files: [
      'adapters/email/mail-parser.ts',
      'adapters/email/read-raw.ts',
      'adapters/email/report.ts',
      'adapters/email/parse-in-pool.ts',
      'adapters/email/parse-thread.ts',
      'platform/parser-pool.ts',
      'app.ts',
    ],
    limitBytes: MAIL_LIMITS.bytes,
    runs: 'worker thread',
    generators: mails,
    parse: (body: Buffer) => parseMail(account, request(body, 'message/rfc822')),
  }),
  parser({
    name: 'postmark',
    files: ['adapters/email/postmark.ts', 'adapters/json-limits.ts'],
    limitBytes: MAIL_LIMITS.bytes,
    runs: 'worker thread',
    generators: forAll(postmarks, bytesOf),
    parse: (body: Buffer) => parseMail(account, request(body, 'application/json')),
  }),
  parser({
    name: 'html',
    files: ['adapters/email/html-text.ts', 'adapters/email/bound-html.ts'],
    limitBytes: MAIL_LIMITS.htmlChars,
    runs: 'worker thread',
    generators: { ...html, ...trees },
    parse: htmlAsText,
  }),
  parser({
    name: 'clean-html',
    files: ['adapters/email/clean-html.ts'],
    limitBytes: MAIL_LIMITS.cleanHtmlChars,
    runs: 'worker thread',
    generators: { ...html, ...trees, ...attributes },
    parse: cleanHtml,
  }),
  parser({
    name: 'quotes',
    files: ['adapters/email/quotes.ts', 'adapters/email/quote-languages.ts', 'adapters/email/attribution.ts'],
    limitBytes: MAIL_LIMITS.textChars,
    runs: 'worker thread',
    generators: texts,
    parse: withoutQuote,
  }),
  parser({
    name: 'OAuth answer',
    files: ['adapters/email/token-answer.ts'],
    limitBytes: 64 * 1024,
    runs: 'event loop',
    generators: answers,
    parse: (body: string) => readTokenAnswer(400, body),
  }),
  parser({
    name: 'whatsapp',
    files: ['adapters/meta.ts', 'adapters/whatsapp/parse.ts'],
    limitBytes: MEBIBYTE,
    runs: 'event loop',
    generators: forAll(whatsapps, bytesOf),
    parse: (body: Buffer) => parseWhatsapp({ phoneNumberId: '1', wabaId: '2' }, { body }),
  }),
  parser({
    name: 'instagram',
    files: ['adapters/instagram/parse.ts'],
    limitBytes: MEBIBYTE,
    runs: 'event loop',
    generators: forAll(instagrams, bytesOf),
    parse: (body: Buffer) => parseInstagram({ igId: '1' }, { body }),
  }),
  parser({
    name: 'twilio',
    files: ['adapters/sms/parse.ts'],
    limitBytes: TWILIO_BYTES,
    runs: 'event loop',
    generators: forAll(forms, bytesOf),
    parse: (body: Buffer) => parseSms(sms, request(body, 'application/x-www-form-urlencoded')),
  }),
  parser({
    name: 'twilio-signature',
    files: ['adapters/sms/verify.ts'],
    limitBytes: TWILIO_BYTES,
    runs: 'event loop',
    generators: forAll(forms, bytesOf),
    parse: (body: Buffer) =>
      verifySms(sms, { url: 'https://a.example/', headers: { 'x-twilio-signature': 'x' }, body, receivedAt }),
  }),
  parser({
    name: 'provider-answer',
    files: ['adapters/meta-graph.ts', 'adapters/sms/classify.ts'],
    limitBytes: PROVIDER_ANSWER_BYTES,
    runs: 'event loop',
    generators: json,
    parse(body: string) {
      const answer = { kind: 'answered' as const, status: 400, headers: {}, body };
      readAnswer(answer as never, classify);
      outcomeOf(answer as never);
    },
  }),
  parser({
    name: 'http-step-answer',
    files: ['job-handlers/call-http.ts'],
    limitBytes: HTTP_ANSWER_BYTES,
    runs: 'event loop',
    generators: json,
    parse: readable,
  }),
];

/** Returns a row for each channel without one above: its callbacks are measured with general inputs. */
const general = channelTypes
  .filter((type) => !written.some(({ files }) => files.some((file) => file.startsWith(`adapters/${type}/`))))
  .map((type) =>
    parser({
      name: `${type} callback`,
      files: [`adapters/${type}/parse.ts`],
      limitBytes: adapters[type].bodyLimitBytes,
      runs: 'event loop',
      generators: forAll({ ...json, ...forms }, bytesOf),
      parse: (body: Buffer) => adapters[type].parse({} as never, request(body, 'application/json')),
    }),
  );

export const parsersOfChannels: HostileParser[] = [...written, ...general];
