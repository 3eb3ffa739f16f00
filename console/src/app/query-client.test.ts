import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { reloadQueries } from './query-client.ts';

test('a first load that is on its way when an event comes is repeated', async () => {
  const cache = new QueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve));
  const stop = new QueryObserver(cache, { queryKey: ['contact'], queryFn }).subscribe(() => undefined);
  const reloaded = reloadQueries({ queryKey: ['contact'] }, cache);
  answers[0]?.('old');
  while (answers.length < 2) await soon();
  answers[1]?.('new');
  await reloaded;
  assert.equal(cache.getQueryData(['contact']), 'new');
  assert.equal(answers.length, 2);
  stop();
  cache.clear();
});
