import { base64, HTML, in64, inQp, type MailCase, mail, multipart, part, quotedPrintable, SENT_ID, TEXT } from './mail-case.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('latin1');
const png = (headers: Record<string, string>) =>
  part(in64({ 'Content-Type': 'image/png; name="box.png"', ...headers }), base64(Buffer.from(PNG, 'latin1')));
const pdf = (headers: Record<string, string>) =>
  part(in64({ 'Content-Type': 'application/pdf', ...headers }), base64('%PDF-1.7 bill'));
const BILL = { mimeType: 'application/pdf', content: '%PDF-1.7 bill' };
const BOX = { fileName: 'box.png', mimeType: 'image/png', content: PNG };
const mixed = { 'Content-Type': 'multipart/mixed; boundary="mix"' };
const attached = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });
const hello = part(TEXT, 'See the file.');
const plain = (text: string) => ({ kind: 'message' as const, text });

/** One file in a mail whose name is written in one of the ways there are. */
const named = (name: string, headers: Record<string, string>, fileName: string): MailCase => ({
  name: `file name: ${name}`,
  raw: mail(mixed, multipart('mix', [hello, pdf(headers)])),
  expected: { ...plain('See the file.'), media: [{ ...BILL, fileName }] },
});

const related = multipart('rel', [
  part(HTML, '<p>Look: <img src="cid:box@example.com" alt="box"></p>'),
  png({ 'Content-ID': '<box@example.com>', 'Content-Disposition': 'inline; filename="box.png"' }),
]);
const alternative = multipart('alt', [
  part(TEXT, 'Look:'),
  part({ 'Content-Type': 'multipart/related; boundary="rel"' }, related),
]);

export const structures: MailCase[] = [
  { name: 'no MIME at all', raw: mail({ 'MIME-Version': '' }, 'Hello\nthere'), expected: plain('Hello\nthere') },
  {
    name: 'lines end with LF only',
    raw: Buffer.from('From: ada@example.com\nMessage-ID: <lf@x>\nSubject: Hi\n\nHello\nthere\n'),
    expected: { ...plain('Hello\nthere'), subject: 'Hi' },
  },
  { name: 'no body', raw: mail(TEXT, ''), expected: { kind: 'message', text: null, media: [] } },
  {
    name: 'text beside HTML',
    raw: mail(
      { 'Content-Type': 'multipart/alternative; boundary="alt"' },
      multipart('alt', [part(TEXT, 'Plain'), part(HTML, '<p>Rich</p>')]),
    ),
    expected: { ...plain('Plain'), cleanHtml: '<p>Rich</p>', media: [] },
  },
  {
    name: 'an empty text beside HTML',
    raw: mail(
      { 'Content-Type': 'multipart/alternative; boundary="alt"' },
      multipart('alt', [part(TEXT, ' '), part(HTML, '<p>Rich</p>')]),
    ),
    expected: plain('Rich'),
  },
  {
    name: 'text and a file',
    raw: mail(mixed, multipart('mix', [hello, pdf(attached('bill.pdf'))])),
    expected: { ...plain('See the file.'), media: [{ ...BILL, fileName: 'bill.pdf' }] },
  },
  {
    name: 'three levels: mixed, alternative, related',
    raw: mail(
      mixed,
      multipart('mix', [
        part({ 'Content-Type': 'multipart/alternative; boundary="alt"' }, alternative),
        pdf(attached('bill.pdf')),
      ]),
    ),
    expected: {
      ...plain('Look:'),
      cleanHtml: '<p>Look: <img alt="box" src="cid:box@example.com" /></p>',
      media: [BOX, { ...BILL, fileName: 'bill.pdf' }],
    },
  },
  {
    name: 'an image alone',
    raw: mail(in64({ 'Content-Type': 'image/png; name="box.png"' }), base64(Buffer.from(PNG, 'latin1'))),
    expected: { kind: 'message', text: null, type: 'image', media: [BOX] },
  },
  {
    name: 'an image in the text, related only',
    raw: mail({ 'Content-Type': 'multipart/related; boundary="rel"' }, related),
    expected: { kind: 'message', text: 'Look:', media: [BOX], contentIds: ['box@example.com'] },
  },
  {
    name: 'preamble and epilogue',
    raw: mail(mixed, `This is a multi-part message in MIME format.\n${multipart('mix', [part(TEXT, 'Inside')])}Outside`),
    expected: plain('Inside'),
  },
  { name: 'no last boundary', raw: mail(mixed, `--mix\r\n${part(TEXT, 'Cut off')}\r\n`), expected: plain('Cut off') },
  {
    name: 'a boundary that begins another',
    raw: mail(
      { 'Content-Type': 'multipart/mixed; boundary="b"' },
      multipart('b', [part({ 'Content-Type': 'multipart/alternative; boundary="b2"' }, multipart('b2', [part(TEXT, 'Inner')]))]),
    ),
    expected: plain('Inner'),
  },
  {
    name: 'two texts around a file',
    raw: mail(mixed, multipart('mix', [part(TEXT, 'Before'), pdf(attached('bill.pdf')), part(TEXT, 'After')])),
    expected: { ...plain('Before\n\nAfter'), media: [{ ...BILL, fileName: 'bill.pdf' }] },
  },
  {
    name: 'a text file stays a file',
    raw: mail(mixed, multipart('mix', [hello, part({ ...TEXT, ...attached('list.txt') }, 'one')])),
    expected: { ...plain('See the file.'), media: [{ fileName: 'list.txt', mimeType: 'text/plain' }] },
  },
  {
    name: 'a mail inside a mail is a file',
    raw: mail(
      mixed,
      multipart('mix', [
        hello,
        part({ 'Content-Type': 'message/rfc822' }, 'From: bob@example.com\r\nSubject: Inner\r\n\r\nInner text'),
      ]),
    ),
    expected: { ...plain('See the file.'), media: [{ fileName: 'message.eml', mimeType: 'message/rfc822' }] },
  },
  {
    name: 'soft line breaks',
    raw: mail(inQp(TEXT), 'A very long =\nline with =E2=82=AC 25 =3D price'),
    expected: plain('A very long line with € 25 = price'),
  },
  { name: 'base64 with blanks and a wrong sign', raw: mail(in64(TEXT), 'SGVs bG8g\n d29y*bGQ='), expected: plain('Hello world') },
  { name: 'a long line', raw: mail(TEXT, 'word '.repeat(2_000).trim()), expected: plain('word '.repeat(2_000).trim()) },
  named('RFC 2231', { 'Content-Disposition': "attachment; filename*=utf-8''R%C3%A4chnung%201815.pdf" }, 'Rächnung 1815.pdf'),
  named(
    'RFC 2231 in pieces',
    { 'Content-Disposition': "attachment; filename*0*=utf-8''R%C3%A4ch; filename*1=nung.pdf" },
    'Rächnung.pdf',
  ),
  named('an encoded word', { 'Content-Disposition': 'attachment; filename="=?utf-8?B?UsOkY2hudW5nLnBkZg==?="' }, 'Rächnung.pdf'),
  named('only in the content type', { 'Content-Type': 'application/pdf; name="bill.pdf"' }, 'bill.pdf'),
  {
    name: 'a subject of two encoded words, and a name with a comma',
    raw: mail(
      {
        ...TEXT,
        Subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\n =?utf-8?Q?_aus_K=C3=B6ln?=',
        From: '"Lovelace, Ada" <Ada@Example.com>',
      },
      'x',
    ),
    expected: { ...plain('x'), subject: 'Grüße aus Köln', name: 'Lovelace, Ada', from: 'Ada@Example.com' },
  },
  {
    name: 'a reply in a thread',
    raw: mail(
      { ...inQp(TEXT), 'In-Reply-To': SENT_ID, References: `<first@mail.example.com>\r\n ${SENT_ID}`, Subject: 'Re: Your order' },
      quotedPrintable('Danke schön'),
    ),
    expected: { ...plain('Danke schön'), replyTo: SENT_ID },
  },
];
