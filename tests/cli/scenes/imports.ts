import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newUser } from '../person.ts';
import type { Scene } from '../scene.ts';
import { until } from '../until.ts';

const LINES = 3_000;

/** Contacts with phone numbers; the last line has an invalid one. */
function people(lines: number): string {
  const rows = Array.from({ length: lines - 1 }, (_, n) => `Ada,Number ${n},+35191${String(n).padStart(7, '0')}`);
  return ['First name,Last name,Phone', ...rows, 'Bob,"Quote, ""and"" comma",not a number', ''].join('\n');
}

export const imports: Scene[] = [
  {
    name: 'contacts import: a bar that fills on a terminal, then the sum and the refused lines',
    async play(environment, check) {
      const user = await newUser(environment);
      await writeFile(join(user.home, 'people.csv'), people(LINES));
      const terminal = await user.terminal();
      const ended = await terminal.start('patchbay contacts import people.csv');
      const during = await terminal.until(/Importing \[[█░]+\] [\d,]+\/3,000/);
      check(/\[[█░]{24}\]/.test(during), 'the bar has 24 columns');
      check((await ended()) === 0, 'it ends with 0');
      const screen = await terminal.screen();
      check(screen.split('Importing [').length === 2, `one bar is left on the screen:\n${screen.trimEnd()}`);
      check(screen.includes(`Importing [${'█'.repeat(24)}] 3,000/3,000  100%`), 'the bar is full');
      check(screen.includes('3,000 read, 2,999 new, 0 changed, 1 refused'), `the sum:\n${screen.trimEnd()}`);
      check(/^ *3001 .*not a number/m.test(screen), 'the refused line is shown with its number');
      check(screen.includes('First name → firstName, Last name → lastName, Phone → phoneNumber'), 'the mapping is said');
    },
  },
  {
    name: 'contacts import: plain lines in a pipe, one document with --json, 1 with --strict',
    async play(environment, check) {
      const user = await newUser(environment);
      const file = join(user.home, 'kunden.csv');
      await writeFile(
        file,
        people(20)
          .replace('First name,Last name,Phone', 'Vorname;Nachname;Nummer')
          .replaceAll(',+', ';+')
          .replaceAll('Ada,', 'Ada;')
          .replace('Bob,', 'Bob;')
          .replace(',not', ';not'),
      );
      const unknown = await user.run(['contacts', 'import', file]);
      check(unknown.code === 2 && unknown.stderr.includes('Nummer'), `an unknown column: ${unknown.code} ${unknown.stderr}`);
      const plain = await user.run(['contacts', 'import', file, '--map', 'Nummer=phoneNumber']);
      check(plain.code === 0 && plain.stdout.includes('20 read, 19 new'), `in a pipe: ${plain.stdout}`);
      check(/^Importing 20\/20 {2}100%/m.test(plain.stderr), `plain lines: ${plain.stderr}`);
      check(!/\p{Cc}|█/u.test((plain.stderr + plain.stdout).replaceAll('\n', '')), 'no bar and no escapes in a pipe');
      const strict = await user.run(['contacts', 'import', file, '--map', 'Nummer=phoneNumber', '--strict', '--json']);
      const document = JSON.parse(strict.stdout);
      check(
        strict.code === 1 && document.counts.refused === 1 && document.refusals[0].line === 21,
        `--strict --json: ${strict.stdout}`,
      );
      check(
        strict.stderr === '' && strict.stdout.trimEnd().split('\n').length === 1,
        'with --json there is one document and nothing else',
      );
      const missing = await user.run(['contacts', 'import', 'nowhere.csv']);
      check(missing.code === 2 && missing.stderr.includes('no such file'), `a missing file: ${missing.stderr}`);
    },
  },
  {
    name: 'contacts import: Ctrl-C ends the watching with 130, and the import continues',
    async play(environment, check) {
      const user = await newUser(environment);
      await writeFile(join(user.home, 'people.csv'), people(LINES * 4));
      const terminal = await user.terminal();
      const ended = await terminal.start('patchbay contacts import people.csv');
      await terminal.until('Importing [');
      await terminal.press('C-c');
      check((await ended()) === 130, 'Ctrl-C ends with 130');
      const id = /The import (\S+) continues/.exec(await terminal.screen())?.[1];
      check(id !== undefined, 'it names the import that continues');
      const one = await until(
        'the end of the import',
        () => environment.ask(user.token, 'GET', `/v3/contact_imports/${id}`),
        ({ status }) => status !== 'running',
      );
      check(one.status === 'completed' && one.counts.created === LINES * 4 - 1, `the import: ${JSON.stringify(one)}`);
    },
  },
];
