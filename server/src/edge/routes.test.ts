import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteKey } from './route-key.ts';
import { createRoutes } from './routes.ts';

const key: RouteKey = { kind: 'tenants', id: '01a1f59b-de25-7077-a5e7-8a1aa0d3ec6c' };
const cells = ['east', 'west'];

/** Returns routes whose cells answer so, and how often they were asked. */
function given(answers: Record<string, string | undefined | Error>) {
  const asked: string[] = [];
  const routes = createRoutes(cells, async (cell) => {
    asked.push(cell);
    const answer = answers[cell];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { routes, asked };
}

test('every cell is asked once; requests that come together share the question', async () => {
  const { routes, asked } = given({ west: 'west' });
  assert.deepEqual(await Promise.all([routes.find(key), routes.find(key)]), [{ cell: 'west' }, { cell: 'west' }]);
  assert.deepEqual(await routes.find(key), { cell: 'west' });
  assert.deepEqual(asked, cells);
});

test('the source names the target of a tenant that has moved', async () => {
  assert.deepEqual(await given({ east: 'west' }).routes.find(key), { cell: 'west' });
});

test('an id that no cell has: the first cell refuses it, unless a cell could not be asked', async () => {
  assert.deepEqual(await given({}).routes.find(key), { cell: 'east' });
  assert.deepEqual(await given({}).routes.find(undefined), { cell: 'east' });
  assert.equal(await given({ west: new Error('away') }).routes.find(key), 'unavailable');
  assert.deepEqual(await given({ east: 'east', west: new Error('away') }).routes.find(key), { cell: 'east' });
});

test('an answer of a cell corrects the route; a cell without an address does not', async () => {
  const { routes } = given({ east: 'east' });
  await routes.find(key);
  assert.equal(routes.learn(key, 'nowhere'), undefined);
  assert.deepEqual(await routes.find(key), { cell: 'east' });
  assert.equal(routes.learn(key, 'west'), 'west');
  assert.deepEqual(await routes.find(key), { cell: 'west' });
});
