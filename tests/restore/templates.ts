import { readFile } from 'node:fs/promises';

/** Planted faults in the files of deploy/pgbackrest: a pattern that matches nothing ends the test. */
export type Changes = { file: TemplateName; pattern: RegExp; replacement: string }[];
type TemplateName = 'pgbackrest.conf' | 'postgresql.conf' | 'restore-wal';

/** Reads a file that operators copy, with the planted faults. */
export async function template(name: TemplateName, changes: Changes): Promise<string> {
  let text = await readFile(new URL(`../../deploy/pgbackrest/${name}`, import.meta.url), 'utf8');
  for (const { pattern, replacement } of changes.filter(({ file }) => file === name)) {
    if (!pattern.test(text)) throw new Error(`${pattern} is not in deploy/pgbackrest/${name}`);
    text = text.replace(pattern, replacement);
  }
  return text;
}
