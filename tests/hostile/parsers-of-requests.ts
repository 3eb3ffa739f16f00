import { answerMetaChallenge } from '../../server/src/adapters/meta.ts';
import { readLinkToken } from '../../server/src/domain/accounts/index.ts';
import { sniffType } from '../../server/src/domain/files/sniff.ts';
import { createAuthenticator } from '../../server/src/domain/tokens/index.ts';
import { parseJsonBody } from '../../server/src/http/json-body.ts';
import { parseRange } from '../../server/src/http/send-file.ts';
import { sessionTokenOf } from '../../server/src/http/session-cookie.ts';
import { checkUrl } from '../../server/src/platform/address-guard.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { type CsvSource, readCsvHeader, readCsvPage } from '../../server/src/platform/csv/index.ts';
import { CHUNK_BYTES } from '../../server/src/platform/csv/limits.ts';
import { decodeCursor } from '../../server/src/platform/search/cursor.ts';
import { LONGEST_QUERY, parseFilter } from '../../server/src/platform/search/parse-filter.ts';
import { parseSort } from '../../server/src/platform/search/parse-sort.ts';
import { BOUNDARY, createFormReader } from '../../server/src/test-kit/multipart.ts';
import { bytesOf, counted, type Generator, json, nested, run, within } from './generators.ts';
import { forAll, type HostileParser, parser } from './parser.ts';

const MEBIBYTE = 1_048_576;
const HEADER_BYTES = 16_384;
/** A part of the 100 MiB that a file may have: the rest is read in the same way. */
const FORM_BYTES = 8 * MEBIBYTE;

const readForm = await createFormReader(FORM_BYTES);
const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

/** The tokens are not signed, so each is refused at the signature check. */
const authenticate = createAuthenticator({
  clock: systemClock,
  keys: { find: async () => undefined },
} as unknown as Parameters<typeof createAuthenticator>[0]);
const tokenOf = (header: string, claims: string) =>
  `Bearer ${[header, claims, 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.')}`;

export const csvLines: Record<string, Generator> = {
  'quotes that the next line closes': within('phone,name,city\n', run('x",b,"y\n')),
  'a quote that is never closed': within('phone,name\n"', run('x\n')),
  'quotes only': within('phone,name\n', run('"')),
  'a quote in every line': within('phone,name\n', run('"a\n')),
  'one long line': within('phone,name\n', run('x')),
  'cells without a line break': within('phone,name\n', run(',')),
  'empty lines': within('phone,name\n', run('\n')),
  'carriage returns': within('phone,name\n', run('\r')),
  'lines that are no text': within('phone,name\n', run('\0,\n')),
};

export const parsersOfRequests: HostileParser[] = [
  parser({
    name: 'json-body',
    files: ['http/json-body.ts', 'http/json-parser.ts'],
    limitBytes: MEBIBYTE,
    runs: 'event loop',
    generators: json,
    parse: (text: string) => parseJsonBody(Buffer.from(text)),
  }),
  parser({
    name: 'json-body-large', // of a v2 broadcast
    files: [],
    limitBytes: 16 * MEBIBYTE,
    runs: 'event loop',
    generators: {
      ...json,
      'as many keys as may be': within(
        '{',
        counted((i) => `"${i}":"${'x'.repeat(95)}"`, ','),
        '}',
      ),
    },
    parse: (text: string) => parseJsonBody(Buffer.from(text)),
  }),
  parser({
    name: 'multipart',
    files: ['http/upload.ts', 'http/server.ts'],
    limitBytes: FORM_BYTES,
    runs: 'slices',
    generators: forAll(
      {
        'one file': within(PART, run('x'), END),
        'nearly a boundary': within(PART, run(`\r\n--${BOUNDARY}x`), END),
        'line breaks': within(PART, run('\r\n'), END),
        dashes: within(PART, run('-'), END),
        'many parts': run(`${PART}x\r\n`),
        'headers without an end': within(`--${BOUNDARY}\r\n`, run('A: b\r\n')),
        'one header without an end': within(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="`, run('\\"')),
      },
      bytesOf,
    ),
    parse: readForm,
  }),
  parser({
    name: 'file-type',
    files: ['domain/files/sniff.ts'],
    limitBytes: 65_536,
    runs: 'event loop',
    generators: forAll(
      {
        spaces: run(' '),
        'openings without an end': run('<!doctype '),
        'names and brackets': run('a.b('),
        imports: within('import ', run(' a')),
        'a zip of many names': run('PK\x03\x04\x00\x00\x00\x00\x00\x00'),
        'headers of a mail': run('content-type:\n'),
        'a picture of many chunks': within('\x89PNG\r\n\x1a\n', run('\0\0\0\0tEXt\0\0\0\0')),
      },
      bytesOf,
    ),
    parse: sniffType,
  }),
  parser({
    name: 'filter',
    files: ['platform/search/scanner.ts', 'platform/search/parse-filter.ts', 'platform/search/evaluate-filter.ts'],
    limitBytes: LONGEST_QUERY,
    runs: 'event loop',
    generators: {
      nesting: nested('not(', ')'),
      arguments: within('and(', run('isNull(a),'), 'isNull(a))'),
      values: within('in(a,', run('1,'), '1)'),
      'a text without an end': within('eq(a,"', run('\\"')),
      spaces: run(' '),
      'a long path': within('eq(', run('a.'), 'b,1)'),
      digits: within('eq(a,', run('1'), ')'),
    },
    parse: (text: string) => parseFilter(text, 'condition'),
  }),
  parser({
    name: 'sort',
    files: ['platform/search/parse-sort.ts'],
    limitBytes: 500,
    runs: 'event loop',
    generators: { keys: counted((i) => `asc(a${i})`, ','), spaces: within('asc', run(' ')) },
    parse: parseSort,
  }),
  parser({
    name: 'cursor',
    files: ['platform/search/cursor.ts'],
    limitBytes: 4_096,
    runs: 'event loop',
    generators: forAll(json, (generator) => (bytes) => Buffer.from(generator((bytes * 3) / 4)).toString('base64url')),
    parse: (cursor: string) => decodeCursor(cursor, 'asc(id)', ['id']),
  }),
  parser({
    name: 'csv', // one page of a contact import or a campaign audience
    files: ['csv-source.ts', 'parse-header.ts', 'parse-page.ts', 'scan-record.ts'].map((file) => `platform/csv/${file}`),
    limitBytes: CHUNK_BYTES,
    runs: 'event loop',
    generators: forAll(csvLines, bytesOf),
    parse: (file: Buffer) => readCsvFile(file, 1),
  }),
  parser({
    name: 'csv-file', // all pages of a file
    files: [],
    limitBytes: 2 * MEBIBYTE, // of the 100 MiB that a file may have: all pages are read in the same way
    runs: 'slices',
    generators: forAll(csvLines, bytesOf),
    parse: (file: Buffer) => readCsvFile(file),
  }),
  parser({
    name: 'authorization',
    files: ['domain/tokens/authenticate.ts'],
    limitBytes: HEADER_BYTES,
    runs: 'event loop',
    generators: {
      dots: within('Bearer ', run('.')),
      'one part': within('Bearer ', run('a')),
      'keys in the header': (bytes) =>
        tokenOf(
          within(
            '{',
            counted((i) => `"${i}":1`, ','),
            '}',
          )(bytes / 2),
          '{}',
        ),
      'nesting in the claims': (bytes) => tokenOf('{"alg":"EdDSA","kid":"k"}', nested('[', ']')(bytes / 2)),
      spaces: within('Bearer ', run(' ')),
    },
    parse: (header: string) => authenticate(header),
  }),
  parser({
    name: 'query-string',
    files: ['http/answer.ts', 'http/inbound/inbound.ts', 'http/route.ts'],
    limitBytes: HEADER_BYTES,
    runs: 'event loop',
    generators: {
      'many names': counted((i) => `${i}=`, '&'),
      'the same name': run('hub.mode=a&'),
      escapes: run('%41'),
      'broken escapes': run('%'),
    },
    parse: (text: string) => answerMetaChallenge('token', new URLSearchParams(text)),
  }),
  parser({
    name: 'session-cookie',
    files: ['http/session-cookie.ts', 'domain/accounts/link-token.ts'],
    limitBytes: HEADER_BYTES,
    runs: 'event loop',
    generators: {
      'many cookies': counted((i) => `c${i}=x`, '; '),
      'the same cookie': run('__Host-patchbay_session=a; '),
      'a long value': within('__Host-patchbay_session=', run('A')),
      'signs without names': run('=;'),
      spaces: run(' \t'),
      quotes: within('__Host-patchbay_session="', run('\\"')),
      escapes: within('__Host-patchbay_session=', run('%41')),
      'broken escapes': within('__Host-patchbay_session=', run('%')),
    },
    parse: (cookie: string) => readLinkToken(sessionTokenOf({ headers: { cookie } }) ?? ''),
  }),
  parser({
    name: 'url',
    files: ['platform/address-guard.ts'],
    limitBytes: 4_096,
    runs: 'event loop',
    generators: {
      'parts of a path': within('https://a.example/', run('../')),
      'names of a host': within('https://', run('a.'), 'example'),
      escapes: within('https://a.example/', run('%41')),
      'digits of a host': within('https://', run('0')),
      'colons of a host': within('https://[', run(':'), ']'),
    },
    parse: (text: string) => checkUrl(text, { allowPrivate: false }),
  }),
  parser({
    name: 'range-header',
    files: ['http/send-file.ts'],
    limitBytes: HEADER_BYTES,
    runs: 'event loop',
    generators: { digits: within('bytes=', run('1')), ranges: within('bytes=', run('0-1,')), dashes: run('-') },
    parse: (text: string) => parseRange(text, 1_000),
  }),
];

/** Reads a whole file page by page, as the imports do. Returns the number of its records. */
async function readCsvFile(file: Buffer, maxPages = Number.POSITIVE_INFINITY): Promise<number> {
  const source: CsvSource = {
    sizeBytes: file.length,
    read: async (offset, maxBytes) => file.subarray(offset, offset + maxBytes),
  };
  const header = await readCsvHeader(source);
  let from = header?.next ?? { offset: 0, line: 0 };
  const format = header?.format ?? { delimiter: ',', columns: 2 };
  let records = 0;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await readCsvPage(source, { from, format, maxRecords: 1_000 });
    records += page.records.length;
    if (page.isLast || page.error !== null) break;
    from = page.next;
  }
  return records;
}
