import assert from 'node:assert/strict';
import type { Api, Reply } from '../api.ts';
import { type Chapter, type Check, check } from '../check.ts';
import { refused, succeeded } from '../expect.ts';

const ask = (api: Api, query: string): Promise<Reply> => api.post('/v3/labels/search', { query });

/** The error is at `^`; positions count from 1. */
function mistake(what: string, marked: string): Check {
  const position = marked.indexOf('^') + 1;
  const query = marked.replace('^', '');
  return check(`${what} is 400 at position ${position}: ${query}`, async (api) =>
    assert.match(refused(await ask(api, query), 'query', 'custom'), new RegExp(`\\bposition ${position}\\b`)),
  );
}

const nested = (levels: number) => `${'not('.repeat(levels - 1)}isNull(name)${')'.repeat(levels - 1)}`;
const wide = (nodes: number) =>
  `and(${Array(nodes - 1)
    .fill('isNull(name)')
    .join(',')})`;
const long = (characters: number) => `eq(name,"${'x'.repeat(characters - 'eq(name,"")'.length)}")`;

export const searchMistakes: Chapter = {
  title: 'Mistakes in a search, and its limits',
  checks: [
    mistake('An unknown function', '^like(name,"a")'),
    mistake('An unknown function inside', 'and(eq(name,"a"),^like(name,"b"))'),
    mistake('An unknown field', 'eq(^nope,"a")'),
    mistake('A name that objects have by themselves', 'eq(^constructor,"a")'),
    mistake('A missing closing bracket', 'eq(name,"a"^'),
    mistake('A missing value', 'eq(name^)'),
    mistake('A value without quotes', 'eq(name,^alpha)'),
    mistake('Something after the end', 'eq(name,"a") ^eq(name,"b")'),
    mistake('A number where a text belongs', 'eq(name,^5)'),
    mistake('A text where a time belongs', 'gt(createdAt,^"yesterday")'),
    mistake('A day that no calendar has', 'gt(createdAt,^"2026-02-30")'),
    mistake('A year that no calendar has', 'gt(createdAt,^"0000-01-01")'),
    mistake('A time zone that does not exist', 'gt(createdAt,^"2026-01-01T00:00:00+23:00")'),
    mistake('contains on what is no text', 'contains(^createdAt,"2026")'),
    mistake('A comparison with nothing', 'gt(name,^null)'),
    check('A character that no text can hold, in a filter, is no server failure', async (api) => {
      for (const fn of ['eq', 'contains', 'startsWith']) {
        const { status } = await ask(api, `${fn}(name,"\\u0000")`);
        assert.ok(status === 200 || status === 400, `${fn}: status ${status}`);
      }
    }),
    check('A query may have 8 levels and no more', async (api) => {
      succeeded(await ask(api, nested(8)));
      assert.match(refused(await ask(api, nested(9)), 'query', 'custom'), /\b8 levels/);
    }),
    check('A query may have 50 functions and no more', async (api) => {
      succeeded(await ask(api, wide(50)));
      assert.match(refused(await ask(api, wide(51)), 'query', 'custom'), /\b50\b/);
    }),
    check('A query may have 2,000 characters and no more', async (api) => {
      succeeded(await ask(api, long(2_000)));
      assert.equal((await ask(api, long(2_001))).status, 400);
      refused(await ask(api, long(2_001)), 'query', 'too_big');
    }),
    check('A query that is no text is refused', async (api) => {
      refused(await api.post('/v3/labels/search', { query: { eq: ['name', 'a'] } }), 'query', 'invalid_type');
    }),
    check('A mistake in sortBy is 400 under sortBy, with its position', async (api) => {
      const sort = (sortBy: string) => api.post('/v3/labels/search', { sortBy });
      assert.match(refused(await sort('up(name)'), 'sortBy', 'custom'), /\bposition 1\b/);
      assert.match(refused(await sort('asc(name),desc(nope)'), 'sortBy', 'custom'), /\bposition 16\b/);
      assert.match(refused(await sort('name'), 'sortBy', 'custom'), /\bposition 1\b/);
    }),
    check('Mistakes in query and sortBy are reported together', async (api) => {
      const reply = await api.post('/v3/labels/search', { query: 'eq(', sortBy: 'asc(' });
      refused(reply, 'query', 'custom');
      refused(reply, 'sortBy', 'custom');
    }),
  ],
};
