import { isDeepStrictEqual } from 'node:util';
import type { email } from '../../server/src/adapters/email/index.ts';
import type { Inbound } from '../../server/src/domain/messages/index.ts';
import { corpus } from './corpus/index.ts';
import { type Expected, type MailCase, OWN, RECEIVED_AT } from './corpus/mail-case.ts';

/** The production entry point: the adapter's `parseInPool`, and the pool that it parses in. */
export type Reader = {
  parseInPool: NonNullable<typeof email.parseInPool>;
  pool: Parameters<NonNullable<typeof email.parseInPool>>[0];
};

export type Verdict = { mails: number; wrong: string[]; languages: number };

const AT_A_TIME = 4;

/** Reads every mail of the corpus as a worker does and compares what it becomes with what was written down for it. */
export async function checkCorpus(reader: Reader): Promise<Verdict> {
  const wrong: string[] = [];
  const queue = [...corpus];
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const difference = differenceIn(one.expected, await read(reader, one));
      if (difference) wrong.push(`${one.name}: ${difference}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { mails: corpus.length, wrong, languages: new Set(corpus.flatMap(({ language }) => language ?? [])).size };
}

const read = ({ parseInPool, pool }: Reader, { raw, contentType = 'message/rfc822' }: MailCase): Promise<Inbound[]> => {
  const request = { url: '', headers: { 'content-type': contentType }, body: raw, receivedAt: RECEIVED_AT };
  return parseInPool(pool, { address: OWN } as never, request, true);
};

/** What differs, in words; nothing when all that is expected is there. */
function differenceIn(expected: Expected, items: Inbound[]): string | undefined {
  const [item] = items;
  if (items.length !== 1 || !item) return `${items.length} items`;
  const seen = seenIn(item);
  for (const [key, value] of Object.entries(expected)) {
    const got = seen[key];
    const isRight = value instanceof RegExp ? value.test(String(got)) : isDeepStrictEqual(pruned(got, value), value);
    if (!isRight) return `${key} is ${JSON.stringify(got)}, not ${value instanceof RegExp ? value : JSON.stringify(value)}`;
  }
  return undefined;
}

/** What was read, under the names that the expectations use. */
function seenIn(item: Inbound): Record<string, unknown> {
  switch (item.kind) {
    case 'message': {
      const { content, from, name, isAutomatic, preference } = item;
      const { subject, cleanHtml, contentIds, fullText } = content.details ?? {};
      const { text, type, replyTo } = content;
      const isQuoteCut = typeof fullText === 'string';
      return {
        kind: item.kind,
        from: from[0].value,
        name,
        isAutomatic,
        preference,
        text,
        type,
        replyTo,
        subject,
        cleanHtml,
        contentIds,
        isQuoteCut,
        media: content.media.map(fileOf),
      };
    }
    case 'status':
      return { ...item, key: item.error?.key, code: item.error?.code };
    case 'preference':
      return { kind: item.kind, of: item.of.value };
    default:
      return { ...item };
  }
}

type Media = Extract<Inbound, { kind: 'message' }>['content']['media'][number];
const fileOf = ({ fileName, mimeType, source }: Media) => ({
  fileName,
  mimeType,
  content: 'bytes' in source ? source.bytes.toString('latin1') : null,
});

/** Of a list of files only what each expectation names. */
function pruned(got: unknown, wanted: unknown): unknown {
  if (!Array.isArray(got) || !Array.isArray(wanted) || got.length !== wanted.length) return got;
  return got.map((one, i) => {
    const keys = wanted[i] !== null && typeof wanted[i] === 'object' ? Object.keys(wanted[i]) : null;
    return keys && one !== null && typeof one === 'object'
      ? Object.fromEntries(keys.map((key) => [key, one[key as keyof typeof one]]))
      : one;
  });
}
