import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startUrl, tenantIdIn } from './single-sign-on.ts';

const id = '019a8d3e-0000-7000-8000-000000000001';

test('the tenant is found in its id and in the link of an administrator', () => {
  assert.equal(tenantIdIn(` ${id.toUpperCase()} `), id);
  assert.equal(tenantIdIn(`https://api.example.com/oidc/${id}/start`), id);
  assert.equal(tenantIdIn('halden'), null);
});

test('the way back is a page of the console', () => {
  assert.equal(startUrl(id, '/inbox?view=mine'), `/oidc/${id}/start?returnTo=%2Fconsole%2Finbox%3Fview%3Dmine`);
});
