import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import type misbehave from './parser-pool.test-kit.ts';
import { createParserPool, type Parser, type ParserError, type ParserPoolLimits } from './parser-pool.ts';

type Input = Parameters<typeof misbehave>[0];

const parser = (deadlineMs = 20_000): Parser<Input, number> => ({
  name: 'test',
  module: new URL('./parser-pool.test-kit.ts', import.meta.url),
  maxBytes: 1_000,
  deadlineMs,
  sizeOf: ({ bytes }) => bytes?.length ?? 0,
});

const opened: { close(): Promise<void> }[] = [];
after(() => Promise.all(opened.map((pool) => pool.close())));

function givenPool(limits?: Partial<ParserPoolLimits>) {
  const lines: string[] = [];
  const metrics = createMetrics();
  const log = createLogger('info', { write: (line) => lines.push(line) });
  const pool = createParserPool({ log, metrics }, { threads: 2, ...limits });
  opened.push(pool);
  return { pool, lines, metrics };
}

const reasonOf = (task: Promise<unknown>) =>
  task.then(
    () => 'done',
    (error: ParserError) => error.reason,
  );

test('parser pool: returns what the parser returns, and gives it no environment', async () => {
  const { pool } = givenPool();
  assert.equal(await pool.parse(parser(), { do: 'echo', bytes: new Uint8Array(7) }), 7);
  assert.equal(await pool.parse(parser(), { do: 'environment' }), 0);
});

test('parser pool: a task that loops for ever is ended at its deadline while the event loop stays free', async () => {
  const { pool, lines, metrics } = givenPool();
  await pool.parse(parser(), { do: 'echo' });
  let turns = 0;
  const timer = setInterval(() => turns++, 50);
  assert.equal(await reasonOf(pool.parse(parser(2_000), { do: 'loop' })), 'too_slow');
  clearInterval(timer);
  assert.ok(turns >= 5, `the event loop had ${turns} turns`); // 40 on a quiet machine, none where it is blocked
  assert.equal(await pool.parse(parser(), { do: 'echo' }), 0, 'the pool still works');
  assert.match(lines.join(''), /"reason":"too_slow"/);
  assert.match(await metrics.text(), /patchbay_parser_failures_total\{parser="test",reason="too_slow"\} 1/);
});

test('parser pool: a task that allocates without end is ended by the memory limit, not the process', async () => {
  const { pool } = givenPool({ memoryMb: 32 });
  assert.equal(await reasonOf(pool.parse(parser(), { do: 'allocate' })), 'out_of_memory');
  assert.equal(await pool.parse(parser(), { do: 'echo' }), 0, 'the pool still works');
});

test('parser pool: input over its limit is refused before it reaches a thread', async () => {
  const { pool } = givenPool();
  assert.equal(await reasonOf(pool.parse(parser(), { do: 'loop', bytes: new Uint8Array(1_001) })), 'too_large');
});

test('parser pool: what the parser throws is invalid input', async () => {
  const { pool } = givenPool();
  await assert.rejects(pool.parse(parser(), { do: 'throw' }), { reason: 'invalid', message: 'this is no mail' });
});

test('parser pool: at most `waiting` tasks wait, the next one fails with busy', async () => {
  const { pool } = givenPool({ threads: 1, waiting: 2 });
  const owners = ['a', 'b', 'c', 'd'];
  const reasons = await Promise.all(owners.map((owner) => reasonOf(pool.parse(parser(), { do: 'sleep' }, owner))));
  assert.deepEqual(reasons, ['done', 'done', 'done', 'busy']);
});

test('parser pool: owners take turns, and one of them fills a quarter of the queue at most', async () => {
  const { pool } = givenPool({ threads: 1, waiting: 12 });
  const order: string[] = [];
  const run = async (owner: string) => {
    const reason = await reasonOf(pool.parse(parser(), { do: 'echo' }, owner));
    order.push(reason === 'done' ? owner : reason);
  };
  await Promise.all(['loud', 'loud', 'loud', 'loud', 'loud', 'quiet'].map(run));
  assert.deepEqual(order, ['busy', 'loud', 'loud', 'quiet', 'loud', 'loud']);
});

test('parser pool: the deadline of a task counts from its start, not from when it began to wait', async () => {
  const { pool } = givenPool({ threads: 1 });
  await pool.parse(parser(), { do: 'echo' });
  const tasks = Array.from({ length: 8 }, () => reasonOf(pool.parse(parser(2_000), { do: 'work' }))); // 8 × 500 ms of processor time
  assert.deepEqual(new Set(await Promise.all(tasks)), new Set(['done']));
});

test('parser pool: waiting does not count towards the deadline, until eight times as much time has passed', async () => {
  const { pool } = givenPool();
  await pool.parse(parser(), { do: 'echo' });
  assert.equal(await reasonOf(pool.parse(parser(3_000), { do: 'sleep', sleepMs: 3_500 })), 'done');
  assert.equal(await reasonOf(pool.parse(parser(100), { do: 'sleep', sleepMs: 600_000 })), 'too_slow');
});

test('parser pool: closing ends what runs and what waits', async () => {
  const { pool } = givenPool({ threads: 1 });
  const tasks = [1, 2].map(() => reasonOf(pool.parse(parser(), { do: 'loop' })));
  await pool.close();
  assert.deepEqual(await Promise.all(tasks), ['busy', 'busy']);
  assert.equal(await reasonOf(pool.parse(parser(), { do: 'echo' })), 'busy');
});
