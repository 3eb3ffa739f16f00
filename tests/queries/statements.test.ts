import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareShapes, shapeOf } from './shapes.ts';
import { partsAt, sourceOf } from './sources.ts';
import { fingerprintOf, normalized } from './statements.ts';

const recorded = (text: string, role = 'patchbay_app') => ({ role, tenantId: '', viewer: [], name: '', text, values: [] });

test('a statement has one fingerprint for any number of rows and any spaces, and another for another role', () => {
  const one = recorded('insert into things (a, b) values ($1, $2)');
  const two = recorded('insert into things (a, b)\n  values ($1, $2), ($3, $4)');
  assert.equal(normalized(one.text), normalized(two.text));
  assert.equal(fingerprintOf(one), fingerprintOf(two));
  assert.notEqual(fingerprintOf(one), fingerprintOf(recorded(one.text, 'patchbay_engine')));
});

test('the parts of a template are the texts between its values, which may contain templates', () => {
  const source = 'row(ctx, sql`select id from $' + '{join([sql`a`, { b }])} where id = $' + '{id} limit 1`)';
  assert.deepEqual(partsAt(source, source.indexOf('`') + 1), ['select id from', 'where id =', 'limit 1']);
});

test('a statement of the server is recognised by its template, one of a test is not', () => {
  const templates = [{ file: 'things.store.ts', parts: ['select id, name from things where tenant_id =', 'and id ='] }];
  assert.equal(sourceOf(templates, 'select id, name from things where tenant_id = $1 and id = $2'), 'things.store.ts');
  assert.equal(sourceOf(templates, 'select id from things where tenant_id = $1'), undefined);
});

test('a shape has neither rows nor dates of partitions, and a changed index is a change', () => {
  const grown = new Map([['messages_p20261109', { table: 'messages', rows: 9 }]]);
  const planBy = (index: string) => ({
    'Node Type': 'Index Scan',
    'Plan Rows': 7,
    'Relation Name': 'messages_p20261109',
    'Index Name': index,
  });
  const before = { x: shapeOf('a.ts', 'select 1', [planBy('messages_p20261109_pkey')], grown) };
  const now = { x: shapeOf('a.ts', 'select 1', [planBy('messages_p20261109_chat')], grown), y: before.x };
  assert.equal(before.x.plan, 'Index Scan using messages_pkey on messages');
  assert.deepEqual(compareShapes(before, now), { changed: ['x'], added: ['y'], gone: [] });
});
