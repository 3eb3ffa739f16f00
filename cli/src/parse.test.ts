import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from './commands/index.ts';
import { completionContexts } from './completion/tree.ts';
import { createRecordCounter, guessDelimiter, guessMapping, headerOf } from './contacts/csv-head.ts';
import { parseCommandLine } from './parse.ts';
import { parseTime } from './time.ts';

const run = (...words: string[]) => {
  const asked = parseCommandLine(commands, words);
  if (asked.ask !== 'run') throw new Error(asked.ask);
  return { name: asked.command.name, args: asked.args, options: { ...asked.options } };
};

test('the longest name counts, the rest are arguments and options', () => {
  assert.deepEqual(run('chats'), { name: 'chats', args: {}, options: {} });
  assert.deepEqual(run('chats', 'show', 'x', '--json'), { name: 'chats show', args: { chat: 'x' }, options: { json: true } });
  assert.deepEqual(run('send', '--chat', 'c', 'two', 'words').args, { text: 'two words' });
});

test('an error in a command line names the fix', () => {
  assert.throws(() => run('chats', '--statsu', 'open'), /did you mean --status\?/);
  assert.throws(() => run('webhooks', 'replay'), /needs WEBHOOK/);
  assert.throws(() => run('--json', 'chats'), /is before the command/);
});

test('every command can be reached by completing word after word', () => {
  for (const { name } of commands) {
    const parts = name.split(' ');
    for (const [i, part] of parts.entries()) {
      const context = completionContexts(commands).find(({ path }) => path === parts.slice(0, i).join(' '));
      assert.ok(
        context?.words.some(({ word }) => word === part),
        name,
      );
    }
  }
});

test('times: instants, a while ago, a while ahead', () => {
  const now = new Date('2026-11-16T00:00:00Z');
  assert.equal(parseTime('2h', '--from', now).toISOString(), '2026-11-15T22:00:00.000Z');
  assert.equal(parseTime('+10m', '--at', now).toISOString(), '2026-11-16T00:10:00.000Z');
  assert.equal(parseTime('2026-11-16T08:00:00+01:00', '--at', now).toISOString(), '2026-11-16T07:00:00.000Z');
  for (const wrong of ['soon', '10', '2026-13-01', '']) assert.throws(() => parseTime(wrong, '--at', now), /--at cannot be/);
});

test('CSV: header with quotes and a byte order mark, delimiters, records with line ends in them', () => {
  assert.deepEqual(headerOf('\ufeff"First, name";"a ""b""";c\r\nx', ';'), ['First, name', 'a "b"', 'c']);
  assert.equal(guessDelimiter('a;b;c\n1,2;3;4'), ';');
  assert.deepEqual(guessMapping(['First Name', 'E-Mail', 'mail', 'attributes.city', 'x']), {
    'First Name': 'firstName',
    'E-Mail': 'email',
    'attributes.city': 'attributes.city',
  });
  const counter = createRecordCounter();
  for (const chunk of ['a,b\r\n1,"x\n', 'y"\r\n\r\n2', ',z']) counter.add(Buffer.from(chunk));
  assert.equal(counter.records(), 3);
});
