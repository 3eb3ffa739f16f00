import { globSync, readFileSync } from 'node:fs';
import { owners } from '../server/src/storage/owners.ts';

/** Finds every statement that writes a table and asks whether its folder owns the table. */
const root = new URL('../server/src/', import.meta.url).pathname;
const WRITE = /\b(?:insert into|update|delete from)\s+([a-z_]+)(?=\s*(?:\(|set|where|$|\s))|deleteByIds\(ctx, '([a-z_]+)'/gm;

const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^test-kit\/|owners\.ts$/.test(file));
const written = files.flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(WRITE)]
    .map((match) => ({ file, table: match[1] ?? match[2] ?? '' }))
    .filter(({ table }) => table in owners),
);
const trespasses = written.filter(({ file, table }) => !file.startsWith(`${owners[table]}/`));
const idle = Object.keys(owners).filter((table) => !written.some((write) => write.table === table));
for (const { file, table } of trespasses) console.error(`${file} writes ${table}, which belongs to ${owners[table]}`);
for (const table of idle) console.error(`nothing writes ${table}: the check is blind, or the table is not needed`);
console.log(`tables=${Object.keys(owners).length} writes=${written.length} trespasses=${trespasses.length}`);
if (trespasses.length > 0 || idle.length > 0) process.exit(1);
