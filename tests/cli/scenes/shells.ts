import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newPerson, newUser, type Person } from '../person.ts';
import type { Scene } from '../scene.ts';
import type { Terminal } from '../terminal.ts';

/** Returns the completions of bash. */
async function offered(person: Person, words: string[]): Promise<string[]> {
  const script = `source <(patchbay completion bash); COMP_WORDS=(patchbay ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _patchbay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['--norc', '--noprofile', '-c', script], {
    cwd: person.home,
    env: person.env,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[(1|3[1-6])m`);

/** Loads the script and presses Tab after two inputs. Throws if the expected completion does not appear. */
async function completeByTab(terminal: Terminal, script: string): Promise<void> {
  await terminal.enter(`${script}; echo ready-$((1+1))`);
  await terminal.until('ready-2');
  await terminal.enter('clear');
  await terminal.type('patchbay camp');
  await terminal.press('Tab');
  await terminal.until('patchbay campaigns ');
  await terminal.type('w');
  await terminal.press('Tab');
}

export const shells: Scene[] = [
  {
    name: 'completion bash: commands, words of groups, options, choices, files and profiles; Tab on a terminal',
    async play(environment, check) {
      const user = await newUser(environment);
      await user.run(['login', '--profile', 'staging', '--url', environment.url], { stdin: user.token });
      await writeFile(join(user.home, 'people.csv'), '');
      const expect = async (words: string[], wanted: string[]) => {
        const found = (await offered(user, words)).toSorted();
        check(found.join() === wanted.toSorted().join(), `${words.join(' ')}: ${found}`);
      };
      await expect(['con'], ['conformance', 'contacts']);
      await expect(['automations', ''], ['pull', 'push']);
      await expect(['automations', 'push', '--f'], ['--force']);
      await expect(['chats', '--status', ''], ['open', 'closed', 'snoozed']);
      await expect(['chats', '--json', '--un'], ['--unread']);
      await expect(['contacts', 'import', 'peo'], ['people.csv']);
      await expect(['completion', ''], ['bash', 'zsh', 'fish']);
      await expect(['chats', '--profile', 's'], ['staging']);
      const terminal = await user.terminal();
      await completeByTab(terminal, 'source <(patchbay completion bash)');
      await terminal.until('patchbay campaigns watch ');
    },
  },
  {
    name: 'completion zsh and fish: both read their script and offer the same',
    async play(environment, check) {
      const person = await newPerson(environment);
      const ask = async (shell: string, ...args: string[]) =>
        (await promisify(execFile)(shell, args, { env: { ...person.env, TERM: 'xterm' } })).stdout;
      const fish = await ask(
        'fish',
        '--no-config',
        '-c',
        "patchbay completion fish | source; complete -C 'patchbay con'; complete -C 'patchbay automations push --f'; complete -C 'patchbay chats --status '",
      );
      const words = fish.split('\n').map((line) => line.split('\t')[0]);
      for (const word of ['conformance', 'contacts', '--force', 'snoozed'])
        check(words.includes(word), `fish does not offer ${word}: ${fish}`);
      check(!words.includes('--fresh') && !words.includes('listen'), `fish offers what does not fit: ${fish}`);
      await ask('zsh', '-f', '-c', 'patchbay completion zsh > "$HOME/_patchbay" && zsh -n "$HOME/_patchbay"');
      const terminal = await person.terminal({ shell: 'zsh -f' });
      await completeByTab(terminal, 'autoload -Uz compinit; compinit -u; source <(patchbay completion zsh)');
      await terminal.until('patchbay campaigns watch');
    },
  },
  {
    name: 'colours: on a terminal, but not with NO_COLOR, --no-color, TERM=dumb or in a pipe',
    async play(environment, check) {
      const user = await newUser(environment);
      const terminal = await user.terminal();
      const coloured = async (line: string) => {
        await terminal.run(line);
        return COLOUR.test(await terminal.screen({ isColoured: true }));
      };
      check(await coloured('patchbay conformance'), 'a terminal has colours');
      check(await coloured('NO_COLOR= patchbay conformance'), 'an empty NO_COLOR is none');
      check(!(await coloured('NO_COLOR=1 patchbay conformance')), 'NO_COLOR means no colours');
      check(!(await coloured('patchbay conformance --no-color')), '--no-color means no colours');
      check(!(await coloured('TERM=dumb patchbay conformance')), 'TERM=dumb means no colours');
      check(await coloured('patchbay lisen'), 'errors have a colour');
      check(!(await coloured('NO_COLOR=1 patchbay lisen')), 'and none with NO_COLOR');
      const piped = await user.run(['conformance'], { env: { TERM: 'xterm-256color', CI: 'true' } });
      check(!piped.stdout.includes('\u001b'), 'no colours in a pipe');
    },
  },
];
