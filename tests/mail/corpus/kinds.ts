import { base64, HTML, in64, inQp, type MailCase, mail, multipart, part, quotedPrintable, TEXT } from './mail-case.ts';

const ics = (method: string) =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Example//EN',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:1@example.com',
    'DTSTART:20261120T090000Z',
    'SUMMARY:Fitting',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const calendarPart = (method: string) =>
  part(in64({ 'Content-Type': `text/calendar; charset=utf-8; method=${method}` }), base64(ics(method)));
const event = (method: string, fileName: string | null = null) => ({ fileName, mimeType: 'text/calendar', content: ics(method) });
const invitation = (name: string, method: string, text: string): MailCase => ({
  name: `calendar: ${name}`,
  raw: mail(
    { Subject: `${name}: Fitting`, 'Content-Type': 'multipart/alternative; boundary="cal"' },
    multipart('cal', [part(TEXT, text), part(HTML, `<p>${text}</p>`), calendarPart(method)]),
  ),
  expected: { kind: 'message', text, media: [event(method)], cleanHtml: `<p>${text}</p>` },
});

export const calendars: MailCase[] = [
  invitation('Invitation', 'REQUEST', 'You are invited to a fitting on 20 November.'),
  invitation('Updated invitation', 'REQUEST', 'The fitting is at ten now.'),
  invitation('Cancelled', 'CANCEL', 'The fitting is cancelled.'),
  invitation('Accepted', 'REPLY', 'Ada Lovelace has accepted this invitation.'),
  invitation('Declined', 'REPLY', 'Ada Lovelace has declined this invitation.'),
  {
    name: 'calendar: a part and a file, as Google sends it',
    raw: mail(
      { 'Content-Type': 'multipart/mixed; boundary="mix"' },
      multipart('mix', [
        part(
          { 'Content-Type': 'multipart/alternative; boundary="cal"' },
          multipart('cal', [part(TEXT, 'Fitting'), calendarPart('REQUEST')]),
        ),
        part(
          in64({
            'Content-Type': 'application/ics; name="invite.ics"',
            'Content-Disposition': 'attachment; filename="invite.ics"',
          }),
          base64(ics('REQUEST')),
        ),
      ]),
    ),
    expected: {
      kind: 'message',
      text: 'Fitting',
      media: [event('REQUEST'), { fileName: 'invite.ics', mimeType: 'application/ics', content: ics('REQUEST') }],
    },
  },
  {
    name: 'calendar: nothing else, as Exchange sends it',
    raw: mail(in64({ 'Content-Type': 'text/calendar; method=REQUEST; name="meeting.ics"' }), base64(ics('REQUEST'))),
    expected: { kind: 'message', text: null, type: 'document', media: [event('REQUEST', 'meeting.ics')] },
  },
];

const PGP = '-----BEGIN PGP SIGNATURE-----\r\n\r\niQEzBAEBCAAdFiEE\r\n-----END PGP SIGNATURE-----';
const signed = (
  name: string,
  protocol: string,
  signature: { fileName: string; mimeType: string; content: string },
): MailCase => ({
  name: `signed: ${name}`,
  raw: mail(
    { 'Content-Type': `multipart/signed; micalg=sha-256; protocol="${protocol}"; boundary="sig"` },
    multipart('sig', [
      part(inQp(TEXT), quotedPrintable('Signiert für Sie.')),
      part(
        in64({
          'Content-Type': `${signature.mimeType}; name="${signature.fileName}"`,
          'Content-Disposition': `attachment; filename="${signature.fileName}"`,
        }),
        base64(signature.content),
      ),
    ]),
  ),
  expected: { kind: 'message', text: 'Signiert für Sie.', media: [signature] },
});

export const signatures: MailCase[] = [
  signed('PGP', 'application/pgp-signature', { fileName: 'signature.asc', mimeType: 'application/pgp-signature', content: PGP }),
  signed('S/MIME', 'application/pkcs7-signature', {
    fileName: 'smime.p7s',
    mimeType: 'application/pkcs7-signature',
    content: 'DER',
  }),
  signed('S/MIME, old name', 'application/x-pkcs7-signature', {
    fileName: 'smime.p7s',
    mimeType: 'application/x-pkcs7-signature',
    content: 'DER',
  }),
  {
    name: 'signed: encrypted S/MIME is a file',
    raw: mail(in64({ 'Content-Type': 'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"' }), base64('DER')),
    expected: {
      kind: 'message',
      text: null,
      type: 'document',
      media: [{ fileName: 'smime.p7m', mimeType: 'application/pkcs7-mime', content: 'DER' }],
    },
  },
  {
    name: 'signed: DKIM and ARC headers of a forwarder',
    raw: mail(
      {
        'DKIM-Signature': `v=1; a=rsa-sha256; d=example.com; b=${'A'.repeat(300)}`,
        'ARC-Seal': `i=1; cv=none; b=${'B'.repeat(300)}`,
        ...TEXT,
      },
      'Through a list',
    ),
    expected: { kind: 'message', text: 'Through a list', isAutomatic: false },
  },
  {
    name: 'signed: a signature of words stays',
    raw: mail(TEXT, 'Yes, please.\n\n-- \nAda Lovelace\nAnalyst\n'),
    expected: { kind: 'message', text: 'Yes, please.\n\n-- \nAda Lovelace\nAnalyst', isQuoteCut: false },
  },
];

const flowed = (name: string, more: string, body: string, text: string): MailCase => ({
  name: `flowed: ${name}`,
  raw: mail({ 'Content-Type': `text/plain; charset=utf-8; format=flowed${more}` }, body),
  expected: { kind: 'message', text },
});

/** RFC 3676: a blank at the end of a line means that the paragraph goes on. */
export const flows: MailCase[] = [
  flowed(
    'paragraphs',
    '',
    'The parcel came \nyesterday and \nis fine.\n\nThank you.',
    'The parcel came yesterday and is fine.\n\nThank you.',
  ),
  flowed('DelSp', '; delsp=yes', 'The par \ncel came.', 'The parcel came.'),
  flowed('space-stuffed', '', ' From here on\n it is fine', 'From here on\nit is fine'),
  flowed('a signature', '', 'Good \nbye\n-- \nAda', 'Good bye\n-- \nAda'),
  flowed('a quote', '', 'Yes, it \ndid.\n\nOn 3/11/2026 10:00, Shop wrote:\n> Did it \n> arrive?', 'Yes, it did.'),
];

const page = (name: string, html: string, text: string | null, cleanHtml: string | null): MailCase => ({
  name: `HTML: ${name}`,
  raw: mail(inQp(HTML), quotedPrintable(html)),
  expected: { kind: 'message', text, cleanHtml },
});

const LINK = 'rel="noopener noreferrer nofollow" target="_blank"';

export const pages: MailCase[] = [
  page(
    'a phone',
    '<html><head><meta charset="utf-8"><title>Mail</title></head><body dir="auto">Yes<br><br>Sent from my phone</body></html>',
    'Yes\n\nSent from my phone',
    'Yes<br /><br />Sent from my phone',
  ),
  page(
    'Outlook',
    '<html xmlns:o="urn:x"><head><style>p.MsoNormal{margin:0}</style></head><body><p class="MsoNormal">Hello<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Ada</p></body></html>',
    'Hello\n\nAda',
    '<p>Hello</p><p>\u00a0</p><p>Ada</p>',
  ),
  page(
    'tracking',
    '<p>Sale</p><img src="https://t.example/o.gif?u=1" width="1" height="1">',
    'Sale',
    '<p>Sale</p><img width="1" height="1" data-remote-src="https://t.example/o.gif?u=1" />',
  ),
  page(
    'a preview that is hidden',
    '<div style="display:none;max-height:0">Open me</div><p>Sale</p>',
    'Sale',
    '<div>Open me</div><p>Sale</p>',
  ),
  page('scripts', '<p onmouseover="x()">Hi</p><script>x()</script><iframe src="https://x.example"></iframe>', 'Hi', '<p>Hi</p>'),
  page(
    'a table of an order',
    '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Desk</td><td>25 €</td></tr></table>',
    'Item Price\nDesk 25 €',
    '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Desk</td><td>25 €</td></tr></table>',
  ),
  page(
    'a list below a question that is answered',
    '<blockquote>What do you want?</blockquote><p>I want</p><ul><li>a desk</li><li>a chair</li></ul>',
    '> What do you want?\n\nI want\n\n* a desk\n* a chair',
    '<blockquote>What do you want?</blockquote><p>I want</p><ul><li>a desk</li><li>a chair</li></ul>',
  ),
  page(
    'links',
    '<p><a href="https://shop.example/1">Order</a> <a href="javascript:x()">Win</a></p>',
    'Order (https://shop.example/1) Win',
    `<p><a href="https://shop.example/1" ${LINK}>Order</a> <a ${LINK}>Win</a></p>`,
  ),
  page(
    'entities',
    '<p>5 &lt; 6 &amp; 25&nbsp;&euro; &#8211; &#x1F600;</p>',
    '5 < 6 & 25 € – 😀',
    '<p>5 &lt; 6 &amp; 25\u00a0€ – 😀</p>',
  ),
  page('conditional comments', '<!--[if mso]><p>Outlook only</p><![endif]--><p>All</p>', 'All', '<p>All</p>'),
  page(
    'no text at all',
    '<div><img src="https://t.example/o.gif"></div>',
    null,
    '<div><img data-remote-src="https://t.example/o.gif" /></div>',
  ),
];
