import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceName, hasPasskeys } from './create-passkey.ts';

test('browsers have short names; an unknown one is shown as it calls itself', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
  assert.equal(deviceName(chrome), 'Chrome, Linux');
  assert.equal(deviceName(`${chrome} Edg/141.0`), 'Edge, Linux');
  assert.equal(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'), 'Safari, iPhone');
  assert.equal(deviceName('curl/8.5'), 'curl/8.5');
  assert.equal(deviceName(''), '?');
  assert.equal(hasPasskeys(), false);
});
