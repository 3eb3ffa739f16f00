import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fits } from '../../platform/cut-text.ts';
import { CONTENT_LIMITS, limitContent, wholeText } from './content-limits.ts';
import type { InboundContent } from './message.ts';

const long = 'é'.repeat(CONTENT_LIMITS.textBytes);
const content = (more: Partial<InboundContent>): InboundContent => ({
  type: 'text',
  text: 'Hello',
  media: [],
  details: null,
  replyTo: null,
  ...more,
});
const names = ({ media }: InboundContent) => media.map(({ fileName }) => fileName);

test('limits: short content stays unchanged', () => {
  const short = content({ details: { subject: 'x', html: '<p>', fullText: null } });
  assert.deepEqual(limitContent(short), short);
});

test('limits: long text is cut and attached, long HTML becomes a file', () => {
  const limited = limitContent(content({ text: long, details: { html: long, fullText: null, subject: 'x' } }));
  assert.equal(Buffer.byteLength(limited.text ?? ''), CONTENT_LIMITS.textBytes);
  assert.deepEqual(limited.details, { subject: 'x', html: null, fullText: null });
  assert.deepEqual(names(limited), ['message.txt', 'message.html']);
});

test('limits: the file includes quoted text', () => {
  const quoted = content({ text: 'Yes', details: { fullText: `Yes\n> ${long}` } });
  const limited = limitContent(quoted);
  assert.deepEqual([limited.text, limited.details?.fullText, names(limited)], ['Yes', null, ['message.txt']]);
  assert.equal(wholeText(quoted), `Yes\n> ${long}`);
});

test('property: stored content is bounded, and limiting it again changes nothing', () => {
  const text = fc.oneof(fc.string(), fc.constant(long), fc.constant(null));
  const details = fc.option(fc.dictionary(fc.constantFrom('html', 'fullText', 'subject', 'x'), fc.oneof(text, fc.jsonValue())));
  const media = fc.array(fc.record({ mimeType: text, fileName: text, source: fc.constant({ ref: {} }) }), { maxLength: 3 });
  fc.assert(
    fc.property(text, details, media, (text, details, media) => {
      const limited = limitContent(content({ text, details, media }));
      assert.ok(fits(JSON.stringify({ ...limited, text: null, media: [] }), 4 * CONTENT_LIMITS.textBytes));
      assert.ok(limited.text === null || fits(limited.text, CONTENT_LIMITS.textBytes));
      for (const { fileName } of limited.media) assert.ok((fileName ?? '').length <= CONTENT_LIMITS.nameChars);
      assert.deepEqual(limitContent(limited).text, limited.text);
    }),
    { numRuns: 50 },
  );
});
