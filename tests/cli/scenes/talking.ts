import type { Environment } from '../environment.ts';
import { newUser, type Person } from '../person.ts';
import type { Scene } from '../scene.ts';
import { until } from '../until.ts';

/** A contact has sent an SMS. Returns the chat. */
async function chatOf(environment: Environment, user: Person & { token: string }, message: { name?: string; text: string }) {
  const { accountId, channelId } = await environment.channel(user.token);
  await fetch(`${environment.sandbox.url}/_sandbox/accounts/${accountId}/phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+4915112345678', ...message }),
  });
  const [chat] = await until(
    'the chat',
    () => environment.ask(user.token, 'POST', '/v3/chats/search', {}),
    ({ length }) => length > 0,
  );
  return { chat, channelId };
}

export const talking: Scene[] = [
  {
    name: 'chats and chats show: tables for people, JSON for programs, filters',
    async play(environment, check) {
      const user = await newUser(environment);
      const { chat } = await chatOf(environment, user, { text: 'Do you have it in blue?' });
      await environment.ask(user.token, 'PUT', `/v3/contacts/${chat.contactId}`, { firstName: 'Ada', lastName: 'Lovelace' });
      const table = await user.run(['chats']);
      check(/^CHAT +STATUS +UNREAD +LAST MESSAGE +CONTACT +TEXT$/m.test(table.stdout), `a heading: ${table.stdout}`);
      check(
        new RegExp(`^${chat.id} +open +1 +\\S+ \\S+ +Ada Lovelace +< Do you have it in blue\\?$`, 'm').test(table.stdout),
        `a row: ${table.stdout}`,
      );
      const json = JSON.parse((await user.run(['chats', '--json', '--unread', '--status', 'open'])).stdout);
      check(
        json.length === 1 && json[0].id === chat.id && json[0].latestMessage.text === 'Do you have it in blue?',
        'the same as JSON',
      );
      check(
        JSON.parse((await user.run(['chats', '--json', '--status', 'closed'])).stdout).length === 0,
        '--status closed finds none',
      );
      const shown = await user.run(['chats', 'show', chat.id]);
      check(/them +text +\S+ +Do you have it in blue\?/.test(shown.stdout), `its messages: ${shown.stdout}`);
      check(
        JSON.parse((await user.run(['chats', 'show', chat.id, '--json'])).stdout)[0].content.body === 'Do you have it in blue?',
        'as JSON',
      );
      check((await user.run(['chats', '--status', 'lost'])).code === 2, 'a status that is none is 2');
      check((await user.run(['chats', '--limit', '0'])).code === 2, '--limit 0 is 2');
    },
  },
  {
    name: 'chats: what strangers write cannot draw on the terminal, and a narrow one is not overrun',
    async play(environment, check) {
      const user = await newUser(environment);
      const { chat } = await chatOf(environment, user, {
        text: '\u001b[2J\u001b[31mred\r\nsecond line \u202eevil and so on and on and on',
      });
      await environment.ask(user.token, 'PUT', `/v3/contacts/${chat.contactId}`, {
        firstName: 'Eve\u001b]0;title\u0007',
        lastName: '日本語の名前',
      });
      const { stdout } = await user.run(['chats']);
      check(!/\p{Cc}|\u202e/u.test(stdout.replaceAll('\n', '')), `control characters are gone: ${JSON.stringify(stdout)}`);
      check(stdout.trimEnd().split('\n').length === 2, 'a row is a line');
      const terminal = await user.terminal({ columns: 100 });
      const { screen } = await terminal.run('patchbay chats');
      const row = screen.split('\n').find((line) => line.startsWith(chat.id)) ?? '';
      check(row.includes('…') && row.length <= 100, `a narrow terminal: ${screen}`);
    },
  },
  {
    name: 'send: in a chat, to a contact, later, from standard input; a refusal is printed with its key',
    async play(environment, check) {
      const user = await newUser(environment);
      const { chat, channelId } = await chatOf(environment, user, { text: 'Hello?' });
      const sent = await user.run(['send', '--chat', chat.id, '--wait', 'Yes,', 'in', 'blue']);
      check(
        sent.code === 0 && /^\S{36} (sent|delivered|read) \(sms to \+4915112345678\)$/m.test(sent.stdout),
        `send --wait: ${sent.stdout}${sent.stderr}`,
      );
      const piped = JSON.parse(
        (await user.run(['send', '--chat', chat.id, '--json', '-'], { stdin: 'line 1\nline 2\n' })).stdout,
      );
      check(piped.content.body === 'line 1\nline 2', 'a text from standard input');
      const later = await user.run(['send', '--contact', chat.contactId, '--channel', channelId, '--at', '+2h', 'Later']);
      check(later.code === 0 && / scheduled for \d{4}-/.test(later.stdout), `--at: ${later.stdout}${later.stderr}`);
      for (const args of [
        ['hi'],
        ['--chat', 'x', '--contact', 'y', 'hi'],
        ['--contact', 'x', 'hi'],
        ['--chat', chat.id],
        ['--chat', chat.id, '--at', 'soon', 'hi'],
      ]) {
        const { code, stderr } = await user.run(['send', ...args]);
        check(code === 2 && stderr.startsWith('patchbay: '), `send ${args.join(' ')}: ${code} ${stderr}`);
      }
      for (const purpose of ['marketing', 'service'])
        await environment.ask(user.token, 'POST', '/v3/consents', { handleId: chat.handle.id, purpose, state: 'withdrawn' });
      const refused = await user.run(['send', '--chat', chat.id, 'hi']);
      check(
        refused.code === 1 && refused.stderr.includes('contact_unsubscribed') && refused.stderr.includes('→'),
        `refused: ${refused.code} ${refused.stderr}`,
      );
      const other = await user.run(['send', '--chat', chat.id, '--purpose', 'utility', 'Your parcel is here']);
      check(other.code === 0, `for another purpose: ${other.code} ${other.stderr}`);
      const said = await environment.ask(user.token, 'POST', `/v3/chats/${chat.id}/messages/search`, {});
      check(
        said.filter(({ content }: { content: { body: string } }) => content.body === 'Yes, in blue').length === 1,
        'it was sent once',
      );
    },
  },
];
