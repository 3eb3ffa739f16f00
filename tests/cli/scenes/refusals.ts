import { commands } from '../../../cli/src/commands/index.ts';
import { newPerson, newUser, printed } from '../person.ts';
import type { Scene } from '../scene.ts';
import { until } from '../until.ts';

const NOBODY = '01a1dca6-fec0-71d4-8860-39800fa9c47a';

export const refusals: Scene[] = [
  {
    name: 'exit codes: usage 2, not logged in 3, refused 3, not found 4, unreachable 5',
    async play(environment, check) {
      const [user, stranger] = await Promise.all([newUser(environment), newPerson(environment)]);
      const expect = async (code: number, args: string[], words: RegExp, env: Record<string, string> = {}) => {
        const ended = await user.run(args, { env });
        check(
          ended.code === code && words.test(ended.stderr) && ended.stdout === '',
          `${args.join(' ')}: ${ended.code} ${ended.stderr}${ended.stdout}`,
        );
      };
      await expect(2, ['lisen'], /did you mean listen\?/);
      await expect(2, ['contacts'], /contacts import/);
      await expect(2, ['chats', '--sttaus', 'open'], /did you mean --status\?/);
      await expect(2, ['chats', '--status'], /--status needs a value/);
      await expect(2, ['chats', '--json=yes'], /takes no value/);
      await expect(2, ['chats', 'show'], /needs CHAT/);
      await expect(2, ['chats', 'show', 'a', 'b'], /does not know what to do with b/);
      await expect(2, ['completion', 'tcsh'], /bash, zsh, fish/);
      await expect(2, ['chats', '--url', 'ftp://x'], /not a valid server address/);
      await expect(3, ['chats'], /unauthorized/, { PATCHBAY_TOKEN: 'wrong', PATCHBAY_URL: environment.url });
      await expect(4, ['chats', 'show', NOBODY], /chat_not_found/);
      await expect(5, ['chats'], /cannot be reached/, { PATCHBAY_URL: 'http://127.0.0.1:9' });
      const out = await stranger.run(['chats']);
      check(
        out.code === 3 && out.stderr.includes('not logged in') && out.stderr.includes('patchbay login'),
        `a stranger: ${out.code} ${out.stderr}`,
      );
      const free = await environment.newTenant({ plan: 'free' });
      const planless = await user.run(['webhooks', 'replay', NOBODY, '--from', '2h'], { env: { PATCHBAY_TOKEN: free } });
      check(
        planless.code === 3 && planless.stderr.includes('insufficient_billing_plan'),
        `a plan too small: ${planless.code} ${planless.stderr}`,
      );
      const { accessToken } = await environment.ask(user.token, 'POST', '/v3/access_tokens', {
        name: 'narrow',
        scopes: ['contacts.read'],
      });
      environment.tokens.push(accessToken);
      const scoped = await user.run(['chats'], { env: { PATCHBAY_TOKEN: accessToken } });
      check(
        scoped.code === 3 && scoped.stderr.includes('forbidden') && scoped.stderr.includes('chats.read'),
        `a scope too few: ${scoped.code} ${scoped.stderr}`,
      );
    },
  },
  {
    name: 'errors: what is wrong, the key, the request id that the server knows, what to do; as JSON on stderr',
    async play(environment, check) {
      const user = await newUser(environment);
      const { stderr } = await user.run(['chats', 'show', NOBODY]);
      const requestId = /request (\S+)/.exec(stderr)?.[1] ?? '';
      // The server writes its request log about a second after the response.
      const look = () => environment.ask(user.token, 'GET', `/v3/requests/${requestId}`).catch(() => null);
      const known = await until('the request in the log', look, (found) => found !== null);
      check(known.status === 404, `the request id is the server’s: ${JSON.stringify(known)}`);
      check(
        /^patchbay: Chat not found\n {2}chat_not_found, request \S+\n {2}→ check the id/.test(stderr),
        `the words: ${stderr}`,
      );
      const contact = await environment.ask(user.token, 'POST', '/v3/contacts', { firstName: 'Ada' });
      const invalid = await user.run(['send', '--contact', contact.id, '--channel', 'x', 'hi']);
      check(
        invalid.code === 1 && /^ {2}channelId: .+/m.test(invalid.stderr) && invalid.stderr.includes('invalid_body_params'),
        `invalid: ${invalid.code} ${invalid.stderr}`,
      );
      const json = await user.run(['chats', 'show', NOBODY, '--json']);
      const { error } = JSON.parse(json.stderr);
      check(
        error.messageKey === 'chat_not_found' && error.exitCode === 4 && error.requestId.length > 10 && json.stdout === '',
        `as JSON: ${json.stderr}`,
      );
    },
  },
  {
    name: 'help: every command explains itself, with its options and an example',
    async play(environment, check) {
      const person = await newPerson(environment);
      const overview = (await person.run(['help'])).stdout;
      for (const { name, summary, options, examples } of commands) {
        check(overview.includes(name) && overview.includes(summary), `help leaves out ${name}`);
        const { code, stdout } = await person.run([...name.split(' '), '--help']);
        check(
          code === 0 && stdout.includes(summary) && stdout.includes('--json') && examples.length > 0,
          `${name} --help: ${stdout}`,
        );
        for (const option of Object.keys(options)) check(stdout.includes(`--${option}`), `${name} --help leaves out --${option}`);
      }
      check(
        (await person.run([])).stdout === overview && (await person.run(['--help'])).stdout === overview,
        'no words, and --help, are help',
      );
      check(/^patchbay \d+\.\d+\.\d+\n$/.test((await person.run(['--version'])).stdout), '--version');
    },
  },
];

/** Runs last: it checks the output of all other scenes. */
export const nothingLeaks: Scene = {
  name: 'no token was printed by any command, on any screen',
  async play(environment, check) {
    const user = await newUser(environment);
    for (const args of [['profiles'], ['profiles', '--json'], ['conformance', '--json'], ['chats', '--profile', 'nobody']])
      await user.run(args);
    await user.run(['chats'], { env: { PATCHBAY_URL: 'http://127.0.0.1:9' } });
    await user.run(['chats', '--json'], { env: { PATCHBAY_TOKEN: `${user.token}x` } });
    const flat = printed.join('\n').replaceAll('\n', '');
    const signatureOf = (token: string) => token.slice(-40);
    check(environment.tokens.length > 0 && printed.length > 5, 'there is something to look at');
    for (const token of environment.tokens)
      check(!flat.includes(signatureOf(token)), `a token was printed: …${signatureOf(token)}`);
  },
};
