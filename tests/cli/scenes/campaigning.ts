import type { Environment } from '../environment.ts';
import { newUser } from '../person.ts';
import type { Scene } from '../scene.ts';

/** A campaign to contacts with phone numbers, on a channel with this rate. */
async function campaign(
  environment: Environment,
  token: string,
  people: number,
  ratePerSecond: number,
  firstNumber = 0,
): Promise<string> {
  const { channelId } = await environment.channel(token, 'sms', { ratePerSecond });
  const contactIds: string[] = [];
  for (let n = 0; n < people; n++)
    contactIds.push(
      (
        await environment.ask(token, 'POST', '/v3/contacts', {
          firstName: `P${n}`,
          phoneNumber: `+35191000${String(firstNumber + n).padStart(4, '0')}`,
        })
      ).id,
    );
  const body = { name: 'Spring', channelId, content: { type: 'text', text: 'Spring is here' }, audience: { contactIds } };
  return (await environment.ask(token, 'POST', '/v3/campaigns', body)).id;
}

const move = (environment: Environment, token: string, id: string, verb: string) =>
  environment.ask(token, 'POST', `/v3/campaigns/${id}/${verb}`);

export const campaigning: Scene[] = [
  {
    name: 'campaigns watch: waits for the start, shows a live bar, ends with 0 and the sum',
    async play(environment, check) {
      const user = await newUser(environment);
      const id = await campaign(environment, user.token, 30, 6);
      const terminal = await user.terminal();
      const ended = await terminal.start(`patchbay campaigns watch ${id}`);
      await terminal.until(/Spring \[░+\] 0 .*draft/);
      await move(environment, user.token, id, 'start');
      const during = await terminal.until(/Spring \[█+░+\] \d+\/30 .*running/);
      const place = Number(/(\d+)\/30/.exec(during)?.[1]);
      await terminal.until(new RegExp(`Spring \\[█+░*\\] (?!${place}/)\\d+/30`));
      check((await ended()) === 0, 'it ends with 0');
      const screen = await terminal.screen();
      check(screen.split('Spring [').length === 2, `one bar is left:\n${screen.trimEnd()}`);
      check(/Spring completed: 30 recipients, 30 sent/.test(screen), `the sum:\n${screen.trimEnd()}`);
    },
  },
  {
    name: 'campaigns watch: in a pipe plain lines, with --json one line per change; cancelled is 1, unknown is 4, Ctrl-C is 130',
    async play(environment, check) {
      const user = await newUser(environment);
      const id = await campaign(environment, user.token, 8, 4);
      await move(environment, user.token, id, 'start');
      const [json, plain] = await Promise.all([
        user.run(['campaigns', 'watch', id, '--json']),
        user.run(['campaigns', 'watch', id]),
      ]);
      const lines = json.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      check(
        json.code === 0 && lines.at(-1).status === 'completed' && lines.at(-1).counts.sent === 8,
        `the last line: ${JSON.stringify(lines.at(-1))}`,
      );
      check(
        new Set(lines.map((line) => JSON.stringify([line.status, line.runId, line.counts]))).size === lines.length,
        'no line says what the one before said',
      );
      check(plain.code === 0 && /^Spring 8\/8 {2}100% .*completed$/m.test(plain.stderr), `plain lines: ${plain.stderr}`);
      check(!/[\r█]/.test(plain.stderr), 'no bar in a pipe');
      const slow = await campaign(environment, user.token, 20, 1, 1000);
      const terminal = await user.terminal();
      const stopped = await terminal.start(`patchbay campaigns watch ${slow}`);
      await terminal.until('Spring [');
      await terminal.press('C-c');
      check((await stopped()) === 130, 'Ctrl-C ends with 130');
      await move(environment, user.token, slow, 'start');
      await move(environment, user.token, slow, 'cancel');
      const cancelled = await user.run(['campaigns', 'watch', slow]);
      check(
        cancelled.code === 1 && cancelled.stdout.includes('Spring cancelled'),
        `cancelled ends with 1: ${cancelled.code} ${cancelled.stdout}`,
      );
      check(
        (await user.run(['campaigns', 'watch', '01a1dca6-fec0-71d4-8860-39800fa9c47a'])).code === 4,
        'an unknown campaign is 4',
      );
    },
  },
];
