import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Patchbay, types } from '@patchbay/sdk';
import { command, type Task } from '../command.ts';
import { createRecordCounter, type Delimiter, delimiters, guessDelimiter, guessMapping, headerOf } from '../contacts/csv-head.ts';
import { parseMap } from '../contacts/parse-map.ts';
import { exitCodes, Failure, usage } from '../failure.ts';
import { count, type Progress } from '../progress.ts';

const LOOK_EVERY_MS = 250;
const HEAD_BYTES = 65_536;
const REFUSALS_SHOWN = 10;
const MIDDLE_MS = 2_000;
const names: Record<string, Delimiter> = { comma: ',', semicolon: ';', tab: '\t' };

export const contactsImport = command({
  name: 'contacts import',
  summary: 'Import contacts from a CSV file and show the progress',
  details:
    'Columns called first name, last name, phone, email, labels or attributes.<externalId> are recognised; --map assigns other columns.\n' +
    'Ctrl-C stops watching; the import continues on the server.',
  arguments: [{ name: 'file', summary: 'a CSV file with a header, in UTF-8', kind: 'file' }],
  options: {
    map: {
      type: 'string',
      value: 'COLUMN=FIELD',
      multiple: true,
      summary: 'the field of a column: firstName, lastName, phoneNumber, email, labels, attributes.<externalId>',
    },
    country: { type: 'string', value: 'CC', summary: 'the country of numbers without +, such as DE' },
    delimiter: {
      type: 'string',
      value: 'SIGN',
      choices: Object.keys(names),
      summary: 'column delimiter; default: detected from the header',
    },
    strict: { type: 'boolean', summary: 'end with 1 if a line was refused' },
  },
  examples: ['patchbay contacts import people.csv', 'patchbay contacts import kunden.csv --map Handy=phoneNumber --country DE'],
  async run(task) {
    const { io, out, args, options } = task;
    const file = await openFile(args.file);
    const head = await file.slice(0, HEAD_BYTES).text();
    const delimiter = options.delimiter ? (names[options.delimiter] ?? delimiters[0]) : guessDelimiter(head);
    const mapping = mappingOf(headerOf(head, delimiter), options.map ?? []);
    const total = await recordsOf(file);
    const api = await task.patchbay();
    out.note(
      `Mapping ${Object.entries(mapping)
        .map(([column, field]) => `${column} → ${field}`)
        .join(', ')}`,
    );
    const { id: fileId } = await api.files.upload({ content: file, name: basename(args.file) }, { signal: io.signal });
    const begun = await api.contactImports.create(
      { fileId, mapping, delimiter, defaultCountry: options.country ?? null },
      { signal: io.signal },
    );
    const ended = await watch(task, api, begun, total);
    return finish(task, api, ended, options.strict === true);
  },
});

/** Opens the file first: opening it as a blob does not report the reason of a failure. */
async function openFile(path: string): Promise<Blob> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw usage(`${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`);
  });
  if (!found.isFile()) throw usage(`${path} is not a file`);
  return openAsBlob(path);
}

function mappingOf(header: string[], given: readonly string[]): Record<string, string> {
  const asked = parseMap(given, header);
  const guessed = Object.entries(guessMapping(header)).filter(
    ([, field]) => field === 'labels' || !Object.values(asked).includes(field),
  );
  const mapping = { ...Object.fromEntries(guessed), ...asked };
  if (Object.values(mapping).some((field) => field === 'phoneNumber' || field === 'email')) return mapping;
  throw usage(
    'no column is known to hold a phone number or an email address',
    `say which one does: --map COLUMN=phoneNumber; the columns are: ${header.join(', ')}`,
  );
}

/** So that the bar has an end. The header is none of the contacts. */
async function recordsOf(file: Blob): Promise<number> {
  const counter = createRecordCounter();
  for await (const chunk of file.stream()) counter.add(chunk);
  return Math.max(0, counter.records() - 1);
}

async function watch(
  { io, out, progress }: Task,
  api: Patchbay,
  begun: types.ContactImport,
  total: number,
): Promise<types.ContactImport> {
  const bar = progress('Importing');
  let one = begun;
  const pace = createPace();
  try {
    for (;;) {
      bar.show(progressOf(one, total, pace(one.counts.read)));
      if (one.status !== 'running') return one;
      await wait(LOOK_EVERY_MS, undefined, { signal: io.signal });
      one = await api.contactImports.get(one.id, { signal: io.signal });
    }
  } catch (error) {
    bar.end();
    if (io.signal.aborted) out.note(`Stopped watching. The import ${one.id} continues on the server.`);
    throw error;
  } finally {
    bar.end();
  }
}

const progressOf = ({ counts }: types.ContactImport, total: number, ratePerSecond: number): Progress => ({
  done: counts.read,
  total: Math.max(total, counts.read),
  ratePerSecond,
  note: `${count(counts.created)} new, ${count(counts.updated)} changed, ${count(counts.refused)} refused`,
});

/** The speed of the last seconds. */
function createPace(): (done: number) => number {
  let from = { at: Date.now(), done: 0 };
  let rate = 0;
  return (done) => {
    const now = Date.now();
    if (now - from.at < MIDDLE_MS && rate > 0) return rate;
    if (now > from.at) rate = ((done - from.done) * 1000) / (now - from.at);
    if (now - from.at >= MIDDLE_MS) from = { at: now, done };
    return rate;
  };
}

async function finish({ io, out }: Task, api: Patchbay, ended: types.ContactImport, isStrict: boolean) {
  const { created, updated, refused, read } = ended.counts;
  const search = { sortBy: 'asc(line)', pagination: { page: 0, limit: REFUSALS_SHOWN } };
  const refusals = refused === 0 ? [] : (await api.contactImports.searchRefusals(ended.id, search, { signal: io.signal })).data;
  out.result({ ...ended, refusals }, () => {
    out.line(
      `Import ${ended.id} ${ended.status}: ${count(read)} read, ${count(created)} new, ${count(updated)} changed, ${count(refused)} refused`,
    );
    if (refusals.length > 0)
      out.table(
        [
          { title: 'line', align: 'right' },
          { title: 'reason', flexible: true },
          { title: 'text', flexible: true },
        ],
        refusals.map(({ line, reason, text }) => [line, reason, text]),
      );
    if (refused > refusals.length)
      out.note(`… and ${count(refused - refusals.length)} more: POST /v3/contact_imports/${ended.id}/refusals/search`);
  });
  if (ended.status === 'failed')
    throw new Failure('failed', ended.error ?? 'the import failed', {
      todo: 'the lines before the error were imported; correct the file and import it again: known contacts are updated, not duplicated',
    });
  return ended.status === 'cancelled' || (isStrict && refused > 0) ? exitCodes.failed.code : exitCodes.ok.code;
}
