import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quoteLanguages } from './quote-languages.ts';
import { quoteSamples } from './quotes.test-kit.ts';
import { withoutQuote } from './quotes.ts';

const text = (...lines: string[]) => lines.join('\n');

test('"On … wrote:" and what follows goes, in many languages, on one line or folded', () => {
  const attributions = [
    'On Tue, 3 Nov 2026 at 10:00, Ada <ada@example.com> wrote:',
    'On 03/11/2026 10:00, Ada wrote:',
    text('On Tue, Nov 3, 2026 at 10:00 AM Ada Lovelace with a long name', '<ada@example.com> wrote:'),
    'Am 03.11.2026 um 10:00 schrieb Ada:',
    'Am Di., 3. Nov. 2026 um 10:00 Uhr schrieb Ada <ada@example.com>:',
    'Le mar. 3 nov. 2026 à 10:00, Ada <ada@example.com> a écrit :',
    'El mar, 3 nov 2026 a las 10:00, Ada (<ada@example.com>) escribió:',
    'Il giorno mar 3 nov 2026 alle ore 10:00 Ada <ada@example.com> ha scritto:',
    'Op di 3 nov 2026 om 10:00 schreef Ada <ada@example.com>:',
    'Den tis 3 nov. 2026 kl 10:00 skrev Ada <ada@example.com>:',
  ];
  for (const line of attributions) {
    assert.equal(withoutQuote(text('Thanks!', '', line, '> What I wrote', '> before')), 'Thanks!', line);
    assert.equal(withoutQuote(text('Thanks!', '', line, '', 'What I wrote, unquoted')), 'Thanks!', line);
  }
});

test('every language of the table: attributions, marks and header blocks as mail programs write them', () => {
  assert.deepEqual(Object.keys(quoteSamples), Object.keys(quoteLanguages).sort());
  const wrong: string[] = [];
  const expect = (lines: string[], reply: string) => {
    if (withoutQuote(text(...lines)) !== reply) wrong.push(lines.join(' | '));
  };
  for (const { reply, attributions, block, mark } of Object.values(quoteSamples)) {
    for (const line of attributions) {
      expect([reply, '', line, '', '> What I wrote', '> before'], reply);
      expect([reply, '', line, '', 'What I wrote, unquoted'], reply);
      expect([reply, line, '> What I wrote'], reply);
      expect([`${reply} 55`, line, '> What I wrote'], `${reply} 55`);
    }
    expect([reply, '', ...block, '', 'Before'], reply);
    expect([reply, '', '________________________________', ...block, '', 'Before'], reply);
    if (mark) expect([reply, '', mark, ...block, '', 'Before'], reply);
    if (mark) expect([reply, '', mark, '', 'Before'], reply);
  }
  assert.deepEqual(wrong, []);
});

test('Outlook: the mark, the rule with a header block, and the bare block', () => {
  const block = [
    'From: Ada <ada@example.com>',
    'Sent: Tuesday, 3 November 2026 10:00',
    'To: Shop',
    'Subject: RE: Order',
    '',
    'Before',
  ];
  assert.equal(withoutQuote(text('Fine.', '', '-----Original Message-----', ...block)), 'Fine.');
  assert.equal(withoutQuote(text('Fine.', '', '________________________________', ...block)), 'Fine.');
  assert.equal(withoutQuote(text('Fine.', '', ...block)), 'Fine.');
  const german = [
    'Von: Ada <ada@example.com>',
    'Gesendet: Dienstag, 3. November 2026',
    'An: Shop',
    'Betreff: AW: Bestellung',
    '',
    'x',
  ];
  assert.equal(withoutQuote(text('Passt.', '', ...german)), 'Passt.');
  assert.equal(withoutQuote(text('Passt.', '', '-----Ursprüngliche Nachricht-----', ...german)), 'Passt.');
  assert.equal(withoutQuote(text('Ok', '', '*From:* Ada <a@b.example>', '*Date:* 3 Nov 2026', '*To:* Shop', '', 'x')), 'Ok');
});

test('quoted lines at the end go without an attribution too', () => {
  assert.equal(withoutQuote(text('Yes.', '', '> Do you want it?', '>', '> Shop')), 'Yes.');
});

test('signatures are kept: they are part of the message', () => {
  const signed = text('Yes.', '', '-- ', 'Ada Lovelace', 'Analyst');
  assert.equal(withoutQuote(text(signed, '', 'On Tue, 3 Nov 2026 at 10:00, Shop wrote:', '> x')), signed);
  assert.equal(withoutQuote(text('Yes.', '', 'Sent from my iPhone')), text('Yes.', '', 'Sent from my iPhone'));
});

test('answers between the quoted lines keep the questions', () => {
  const inline = text(
    'See below.',
    '',
    'On Tue, 3 Nov 2026 at 10:00, Shop wrote:',
    '> Which size?',
    'Large',
    '> Which colour?',
    'Red',
  );
  assert.equal(withoutQuote(inline), inline);
  const above = text('> Which size?', 'Large');
  assert.equal(withoutQuote(above), above);
});

test('a sentence is no attribution, and a colon no header', () => {
  const sentences = [
    text('On reflection, as Kafka wrote:', 'a cage went in search of a bird.'),
    text('From: the bottom of my heart', 'thank you'),
    text('On Tuesday I wrote:', '', 'please cancel'),
    text('To: do', 'Subject: to change', 'Date: unknown'),
    text('I paid > 100 for it', 'and 3 > 2'),
    text('Please call Ada <ada@example.com> by 10:00:', 'she knows'),
    text('The parcel of 3.11.2026 10:00 had this on it:', 'Fragile'),
    text('Am 3.11. habe ich bestellt, und zwar:', 'zwei Stück'),
    text('55 pieces on 3 May 2026 at 10:00:', 'red and blue'),
    text('-- original --', 'is what I want'),
    text('Le 3/11/2026 je vous ai demandé :', 'où est mon colis ?'),
    text('Data: 3/11/2026', 'A: Shop', 'grazie'),
  ];
  for (const sentence of sentences) assert.equal(withoutQuote(sentence), sentence);
});

test('when nothing would be left, everything is', () => {
  const only = text('On Tue, 3 Nov 2026 at 10:00, Shop <help@shop.example> wrote:', '> Hello');
  assert.equal(withoutQuote(only), only);
  assert.equal(withoutQuote(text('> just', '> quoted')), text('> just', '> quoted'));
  const forward = text(
    '---------- Forwarded message ---------',
    'From: Ada <a@b.example>',
    'Date: 1.1.2026',
    'Subject: x',
    '',
    'Hi',
  );
  assert.equal(withoutQuote(forward), forward);
});

test('property: the result is a beginning of the text, never empty when the text is not, and stable', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '',
      '> quoted',
      'On 1 Jan 2026 at 10:00, A wrote:',
      '-----Original Message-----',
      'From: a',
      'Sent: 1',
      'To: b',
      '-- ',
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const whole = lines.join('\n').replace(/\r\n?/g, '\n').trim();
      const kept = withoutQuote(lines.join('\n'));
      assert.ok(whole.startsWith(kept));
      assert.equal(kept === '', whole === '');
    }),
  );
});

test('hostile text takes no time: a megabyte of beginnings', () => {
  const before = process.cpuUsage(); // the machine may be busy with others
  for (const piece of ['On ', '> ', 'From: ', 'On 1:00 ', '_', 'Am schrieb ', '\n', 'On 10:00\n', '- ', 'From: x\nSent: ']) {
    withoutQuote(piece.repeat(1_000_000 / piece.length));
  }
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 30_000_000, 'quadratic time would be minutes');
});
