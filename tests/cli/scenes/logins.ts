import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newPerson, newUser } from '../person.ts';
import type { Scene } from '../scene.ts';

const configOf = (home: string) => join(home, '.config/patchbay/config.json');

export const logins: Scene[] = [
  {
    name: 'login: typed unseen, kept for the owner only, checked first',
    async play(environment, check) {
      const person = await newPerson(environment);
      const token = await environment.newTenant();
      const terminal = await person.terminal();
      const ended = await terminal.start('patchbay login');
      await terminal.until('Address of the server');
      await terminal.enter(environment.url);
      await terminal.until('Token');
      await terminal.type(token.slice(0, 30));
      await terminal.type(token.slice(30));
      await terminal.press('Enter');
      check((await ended()) === 0, 'login ends with 0');
      const screen = await terminal.screen();
      check(screen.includes('plan enterprise'), 'the plan is said');
      check(!screen.includes(token.slice(0, 20)) && !screen.includes(token.slice(-20)), 'the token is on the screen');
      const file = await stat(configOf(person.home));
      check((file.mode & 0o777) === 0o600, `the file’s mode is ${(file.mode & 0o777).toString(8)}`);
      check(((await stat(join(person.home, '.config/patchbay'))).mode & 0o777) === 0o700, 'the folder is for the owner only');
      await chmod(configOf(person.home), 0o644);
      const { stderr } = await person.run(['chats']);
      check(
        stderr.includes('0600') && ((await stat(configOf(person.home))).mode & 0o777) === 0o600,
        'a loosened mode is tightened and reported',
      );
    },
  },
  {
    name: 'login: a wrong token, no token and a broken file are refused, and nothing is kept',
    async play(environment, check) {
      const person = await newPerson(environment);
      const wrong = await person.run(['login', '--url', environment.url], {
        stdin: 'eyJhbGciOiJFZERTQSJ9.eyJ0aWQiOiJ4In0.AAAA\n',
      });
      check(
        wrong.code === 3 && wrong.stderr.includes('unauthorized') && wrong.stderr.includes('request '),
        `a wrong token: ${wrong.code} ${wrong.stderr}`,
      );
      check((await readFile(configOf(person.home), 'utf8').catch(() => 'none')) === 'none', 'a refused token was kept');
      const none = await person.run(['login', '--url', environment.url]);
      check(none.code === 2 && none.stderr.includes('no token'), `no token: ${none.code} ${none.stderr}`);
      const user = await newUser(environment);
      await writeFile(configOf(user.home), '{"current":');
      const broken = await user.run(['chats']);
      check(
        broken.code === 1 && broken.stderr.includes('config.json') && broken.stderr.includes('log in again'),
        `a broken file: ${broken.stderr}`,
      );
    },
  },
  {
    name: 'login: Ctrl-C at the question ends with 130 and leaves the terminal as it was',
    async play(environment, check) {
      const terminal = await (await newPerson(environment)).terminal();
      const ended = await terminal.start(`patchbay login --url ${environment.url}`);
      await terminal.until('Token');
      await terminal.press('C-c');
      check((await ended()) === 130, 'Ctrl-C at the question ends with 130');
      check((await terminal.run('echo it echoes')).screen.includes('it echoes'), 'the terminal echoes again');
    },
  },
  {
    name: 'profiles: several, one current, options before environment before profile',
    async play(environment, check) {
      const user = await newUser(environment);
      const other = await environment.newTenant();
      await environment.ask(other, 'POST', '/v3/channels', { type: 'sms', name: 'the other' });
      await user.run(['login', '--profile', 'other', '--url', environment.url], { stdin: other });
      const list = JSON.parse((await user.run(['profiles', '--json'])).stdout);
      check(list.length === 2 && list[1].isCurrent && !('token' in list[1]), `profiles --json: ${JSON.stringify(list)}`);
      const plan = async (args: string[], env: Record<string, string> = {}) =>
        JSON.parse((await user.run(['conformance', '--json', ...args], { env })).stdout).checks.find(
          ({ name }: { name: string }) => name === 'channels',
        ).state;
      check((await plan([])) === 'warn', 'the new profile is the current one');
      check((await user.run(['profiles', 'use', 'default'])).code === 0, 'profiles use');
      check((await plan(['--profile', 'other'])) === 'warn', '--profile chooses');
      check((await plan([], { PATCHBAY_TOKEN: other, PATCHBAY_URL: environment.url })) === 'warn', 'PATCHBAY_TOKEN overrides');
      const away = await user.run(['chats'], { env: { PATCHBAY_URL: 'http://127.0.0.1:9' } });
      check(away.code === 5, `PATCHBAY_URL overrides: ${away.code}`);
      check((await user.run(['profiles', 'use', 'nobody'])).code === 4, 'an unknown profile is 4');
      check((await user.run(['chats', '--profile', 'nobody'])).code === 3, 'an unknown --profile is 3');
      const xdg = await user.run(['profiles', '--names'], { env: { XDG_CONFIG_HOME: join(user.home, 'elsewhere') } });
      check(xdg.stdout === '', 'XDG_CONFIG_HOME is where the profiles are');
      await user.run(['logout']);
      check((await user.run(['profiles', '--names'])).stdout === 'other\n', 'logout forgets one');
      check(!(await readFile(configOf(user.home), 'utf8')).includes(user.token), 'the forgotten token is gone from the file');
    },
  },
];
