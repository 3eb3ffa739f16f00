import { globSync, readFileSync } from 'node:fs';
import { owners, privateTables } from '../server/src/storage/owners.ts';

/** Finds every statement that writes a table, or reads a private one, and checks that its folder owns the table. */
const root = new URL('../server/src/', import.meta.url).pathname;
const WRITE = /\b(?:insert into|update|delete from)\s+([a-z_]+)(?=\s*(?:\(|set|where|$|\s))|deleteByIds\(ctx, '([a-z_]+)'/gm;

const READ = new RegExp(`\\b(?:from|join)\\s+(${privateTables.join('|')})\\b`, 'g');

type Use = { file: string; table: string };
const usesIn = (file: string, text: string, pattern: RegExp): Use[] =>
  [...text.matchAll(pattern)]
    .map((match) => ({ file, table: match[1] ?? match[2] ?? '' }))
    .filter(({ table }) => table in owners);
const isTrespass = ({ file, table }: Use): boolean => !file.startsWith(`${owners[table]}/`);

const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^test-kit\/|owners\.ts$/.test(file));
const texts = files.map((file) => ({ file, text: readFileSync(root + file, 'utf8') }));
const written = texts.flatMap(({ file, text }) => usesIn(file, text, WRITE));
// storage/database.ts checks that the sweep's role may read its table.
const read = texts.flatMap(({ file, text }) => usesIn(file, text, READ)).filter(({ file }) => !file.startsWith('storage/'));
const mutant = usesIn('domain/messages/ledger.store.ts', 'select 1 from jobs where id = $1', READ);
const trespasses = [...written, ...read].filter(isTrespass);
const idle = Object.keys(owners).filter((table) => !written.some((write) => write.table === table));
for (const { file, table } of trespasses) console.error(`${file} uses ${table}, which belongs to ${owners[table]}`);
for (const table of idle) console.error(`nothing writes ${table}: the check is blind, or the table is not needed`);
console.log(
  `tables=${Object.keys(owners).length} writes=${written.length} trespasses=${trespasses.length} mutantCaught=${mutant.some(isTrespass)}`,
);
if (trespasses.length > 0 || idle.length > 0 || !mutant.some(isTrespass)) process.exit(1);
