import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { Environment } from '../environment.ts';
import { openGate } from '../gate.ts';
import { newUser, type Person } from '../person.ts';
import { openReceiver, type Receiver } from '../receiver.ts';
import type { Scene } from '../scene.ts';
import type { Terminal } from '../terminal.ts';
import { until } from '../until.ts';

/** Makes contacts one after the other; answers their ids, in order. Each is an event. */
async function happen(environment: Environment, token: string, names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const firstName of names) ids.push((await environment.ask(token, 'POST', '/v3/contacts', { firstName })).id);
  return ids;
}

const contactsIn = (receiver: Receiver): string[] => receiver.received.map(({ body }) => JSON.parse(body).data.id);

async function listening(
  user: Person,
  receiver: Receiver,
  more = '',
): Promise<{ terminal: Terminal; ended: () => Promise<number> }> {
  const terminal = await user.terminal();
  const ended = await terminal.start(`patchbay listen --forward-to ${receiver.url} ${more}`);
  await terminal.until('Connected.');
  return { terminal, ended };
}

const secretOn = async (terminal: Terminal): Promise<string> =>
  /whsec_\S+/.exec((await terminal.screen()).replaceAll('\n', ' '))?.[0] ?? '';

export const listeningScenes: Scene[] = [
  {
    name: 'listen: events arrive at the local server in order, signed as webhooks are; Ctrl-C ends with 0',
    async play(environment, check) {
      const user = await newUser(environment);
      const receiver = await openReceiver();
      await happen(environment, user.token, ['before anybody listened']);
      const { terminal, ended } = await listening(user, receiver);
      const ids = await happen(environment, user.token, ['a', 'b', 'c']);
      await receiver.until(({ length }) => length >= 3);
      check(contactsIn(receiver).join() === ids.join(), `the three, in order, and nothing from before: ${contactsIn(receiver)}`);
      const secret = await secretOn(terminal);
      for (const { headers, body, id } of receiver.received) {
        const payload = new Webhook(secret).verify(body, headers as Record<string, string>) as {
          id: string;
          event: string;
          tenantId: string;
        };
        check(
          payload.id === id && payload.event === 'contact.created' && payload.tenantId.length === 36,
          `the payload is an event: ${body}`,
        );
        check(
          headers['user-agent'] === 'Patchbay-Webhooks/1' && headers['content-type'] === 'application/json',
          'the headers are those of a webhook',
        );
      }
      await terminal.until(/contact\.created .* → 200/);
      await terminal.press('C-c');
      check((await ended()) === 0, 'Ctrl-C ends with 0');
      const again = await listening(user, receiver);
      check((await secretOn(again.terminal)) === secret, 'the secret is the same the next time');
      await again.terminal.press('C-c');
      await again.ended();
    },
  },
  {
    name: 'listen: a line that is cut is found again, nothing is missed and nothing comes twice',
    async play(environment, check) {
      const gate = await openGate(environment.url);
      const user = await newUser(environment, gate.url);
      const receiver = await openReceiver();
      const { terminal, ended } = await listening(user, receiver);
      const before = await happen(environment, user.token, ['1', '2']);
      await receiver.until(({ length }) => length >= 2);
      await gate.cut();
      await terminal.until('Connection lost');
      const during = await happen(environment, user.token, ['3', '4', '5']);
      await gate.restore();
      await terminal.until('Reconnected');
      const after = await happen(environment, user.token, ['6']);
      const wanted = [...before, ...during, ...after];
      await receiver.until(() => wanted.every((id) => contactsIn(receiver).includes(id)));
      check(contactsIn(receiver).toSorted().join() === wanted.toSorted().join(), `all six, once each: ${contactsIn(receiver)}`);
      await terminal.press('C-c');
      check((await ended()) === 0, 'it ends with 0');
    },
  },
  {
    name: 'listen: events that happen while listen is not running come the next time, and only those',
    async play(environment, check) {
      const user = await newUser(environment);
      const receiver = await openReceiver();
      const first = await listening(user, receiver);
      const heard = await happen(environment, user.token, ['heard', 'heard too']);
      await receiver.until(({ length }) => length >= 2);
      await first.terminal.until(/(→ 200.*){2}/s);
      await first.terminal.press('C-c');
      await first.ended();
      const missed = await happen(environment, user.token, ['m1', 'm2', 'm3']);
      const second = await listening(user, receiver);
      const now = await happen(environment, user.token, ['now']);
      const wanted = [...heard, ...missed, ...now];
      await receiver.until(() => wanted.every((id) => contactsIn(receiver).includes(id)));
      check(contactsIn(receiver).join() === wanted.join(), `six, in order, once each: ${contactsIn(receiver)}`);
      await second.terminal.press('C-c');
      await second.ended();
      const unheard = await happen(environment, user.token, ['unheard']);
      const third = await listening(user, receiver, '--fresh');
      const [last] = await happen(environment, user.token, ['last']);
      await receiver.until(() => contactsIn(receiver).includes(last ?? ''));
      check(!contactsIn(receiver).includes(unheard[0] ?? ''), '--fresh begins now');
      await third.terminal.press('C-c');
      await third.ended();
    },
  },
  {
    name: 'listen: a local server that is down is waited for; killed while it waits, the event comes the next time',
    async play(environment, check) {
      const user = await newUser(environment);
      const receiver = await openReceiver();
      const first = await listening(user, receiver);
      await receiver.stop();
      const ids = await happen(environment, user.token, ['x', 'y']);
      await first.terminal.until('cannot be reached (ECONNREFUSED); waiting for it');
      await first.terminal.press('C-c');
      check((await first.ended()) === 0, 'Ctrl-C while it waits ends with 0');
      const second = await listening(user, receiver);
      await second.terminal.until('waiting for it');
      receiver.hangUp(true);
      await receiver.start();
      // More often than an answer with an error would be tried.
      await until(
        'many tries',
        async () => receiver.hungUp(),
        (tries) => tries >= 7,
      );
      receiver.hangUp(false);
      await receiver.until(({ length }) => length >= 2);
      check(contactsIn(receiver).join() === ids.join(), `both, in order: ${contactsIn(receiver)}`);
      await second.terminal.press('C-c');
      await second.ended();
    },
  },
  {
    name: 'listen: an event that is refused gets three tries, and then the next has its turn',
    async play(environment, check) {
      const user = await newUser(environment);
      const receiver = await openReceiver();
      const { terminal, ended } = await listening(user, receiver);
      receiver.answer(({ body }) => (JSON.parse(body).data.firstName === 'bad' ? 500 : 204));
      const [bad = '', good = ''] = await happen(environment, user.token, ['bad', 'good']);
      await receiver.until(() => contactsIn(receiver).includes(good));
      check(contactsIn(receiver).filter((id) => id === bad).length === 3, 'three tries');
      check(new Set(receiver.received.slice(0, 3).map(({ id }) => id)).size === 1, 'under the same webhook-id');
      const screen = await terminal.until('→ 204');
      check(/→ 500 after 3 tries/.test(screen), 'it is said');
      await terminal.press('C-c');
      check((await ended()) === 0, 'it ends with 0');
    },
  },
  {
    name: 'listen: --json is one line per event, --types keeps those, --since goes back',
    async play(environment, check) {
      const user = await newUser(environment);
      await environment.channel(user.token);
      const [id] = await happen(environment, user.token, ['early']);
      const terminal = await user.terminal();
      const ended = await terminal.start('patchbay listen --json --types contact.created,chat.created --since 1h > events.jsonl');
      await happen(environment, user.token, ['later']);
      await environment.ask(user.token, 'PUT', `/v3/contacts/${id}`, { firstName: 'changed' });
      const read = async () => (await readFile(join(user.home, 'events.jsonl'), 'utf8').catch(() => '')).trimEnd().split('\n');
      await until('two lines', read, ({ length }) => length >= 2);
      await environment.ask(user.token, 'POST', '/v3/contacts', { firstName: 'last' });
      const lines = await until('three lines', read, ({ length }) => length >= 3);
      await terminal.press('C-c');
      check((await ended()) === 0, 'it ends with 0');
      const documents = lines.map((line) => JSON.parse(line));
      const said = documents.map(({ event, forwarded }) => `${event.event} ${event.data.firstName} ${forwarded}`).join(', ');
      check(
        said === 'contact.created early null, contact.created later null, contact.created last null',
        `three documents: ${said}`,
      );
    },
  },
];
