import { usage } from '../failure.ts';

/** `--map Handy=phoneNumber`: the last = counts, for columns may have one in their names. */
export function parseMap(given: readonly string[], header: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.lastIndexOf('=');
      const [column, target] = [text.slice(0, at), text.slice(at + 1)];
      if (at < 1 || target === '') throw usage(`--map cannot be ${text}`, 'write COLUMN=FIELD, such as Handy=phoneNumber');
      if (!header.includes(column)) throw usage(`the file has no column ${column}`, `its columns are: ${header.join(', ')}`);
      return [column, target];
    }),
  );
}
