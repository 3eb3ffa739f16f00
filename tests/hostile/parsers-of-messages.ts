import { htmlDocument, imagesWanted } from '../../server/src/domain/messages/html-document.ts';
import { termsOf, wantedTerms } from '../../server/src/domain/messages/search-terms.ts';
import { counted, run } from './generators.ts';
import { type HostileParser, parser } from './parser.ts';

/** The longest text and HTML of a stored message (`CONTENT_LIMITS`). */
const TEXT_BYTES = 200_000;

/** The parsers of what messages hold: their words for the search, and a mail's HTML for its document. */
export const parsersOfMessages: HostileParser[] = [
  parser({
    name: 'search-terms',
    files: ['domain/messages/search-terms.ts'],
    limitBytes: TEXT_BYTES,
    runs: 'event loop',
    generators: {
      digits: run('1'),
      'digits and spaces': run('1 '),
      'digits and brackets': run('(1)-/.'),
      'digits that end in a letter': run('123456 7890 12345678901234567890 a'),
      'one word': run('a'),
      'different words': counted((i) => `w${i}`, ' '),
      'one compound': run('a-'),
      'compounds of digits': run('1-a/2.b@'),
      'scripts without spaces': run('订单'),
      marks: run('a\u0301'),
      separators: run('-_./@'),
    },
    parse: (text: string) => [termsOf([text]), wantedTerms(text)],
  }),
  parser({
    name: 'html-document',
    files: ['domain/messages/html-document.ts'],
    limitBytes: TEXT_BYTES,
    runs: 'event loop',
    generators: {
      'images without an end': run('<img '),
      'one image without an end': (bytes) => `<img ${'a '.repeat(bytes / 2)}`,
      'images with content ids': counted((i) => `<img src="cid:${i}">`),
      'images with escaped content ids': run('<img src="cid:%%41&amp;&lt;">'),
      'images of other servers': run('<img data-remote-src="https://a.example">'),
      'sources without an end': run(' src="cid:'),
    },
    parse: (html: string) => {
      const mail = { html, text: html, contentIds: ['1'] };
      imagesWanted(mail);
      return [
        htmlDocument(mail, { images: new Map(), withRemoteImages: true }),
        htmlDocument({ ...mail, html: null }, { images: new Map(), withRemoteImages: false }),
      ];
    },
  }),
];
