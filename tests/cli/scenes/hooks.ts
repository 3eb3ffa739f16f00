import { newUser } from '../person.ts';
import { openReceiver } from '../receiver.ts';
import type { Scene } from '../scene.ts';

export const hooks: Scene[] = [
  {
    name: 'webhooks replay: the events of a time range come again, under the same ids',
    async play(environment, check) {
      const user = await newUser(environment);
      const receiver = await openReceiver();
      const { id } = await environment.ask(user.token, 'POST', '/v3/api_webhooks', {
        url: receiver.url,
        events: [{ type: 'contact.created' }],
      });
      await environment.ask(user.token, 'POST', '/v3/contacts', { firstName: 'Ada' });
      await receiver.until(({ length }) => length === 1);
      const list = await user.run(['webhooks']);
      check(
        list.stdout.includes(id) && list.stdout.includes('contact.created') && list.stdout.includes(receiver.url),
        `webhooks: ${list.stdout}`,
      );
      check(JSON.parse((await user.run(['webhooks', '--json'])).stdout)[0].id === id, 'webhooks --json');
      const replay = await user.run(['webhooks', 'replay', id, '--from', '1h', '--json']);
      const { from, until } = JSON.parse(replay.stdout);
      check(replay.code === 0 && Date.parse(until) - Date.parse(from) === 3_600_000, `an hour: ${replay.stdout}`);
      await receiver.until(({ length }) => length === 2);
      check(receiver.received[0]?.id === receiver.received[1]?.id, 'the same webhook-id');
      check((await user.run(['webhooks', 'replay', id])).code === 2, 'without --from it is 2');
      check((await user.run(['webhooks', 'replay', id, '--from', '1h', '--until', '2h'])).code === 2, 'the wrong way round is 2');
      const unknown = await user.run(['webhooks', 'replay', '01a1dca6-fec0-71d4-8860-39800fa9c47a', '--from', '1h']);
      check(unknown.code === 4 && unknown.stderr.includes('webhook_not_found'), `unknown: ${unknown.code} ${unknown.stderr}`);
    },
  },
];
