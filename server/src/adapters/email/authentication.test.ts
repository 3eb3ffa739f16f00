import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failsAuthentication } from './authentication.ts';

const fails = (results: string, name = 'authentication-results') => failsAuthentication(new Map([[name, results]]));

test('authentication: what the receiving server found to be forged', () => {
  assert.ok(fails('mx.example; dmarc=fail header.from=isp.example'));
  assert.ok(fails('mx.example; spf=fail smtp.mailfrom=isp.example; dkim=none'));
  assert.ok(fails('mx.example; dkim=fail; spf=fail; dmarc=fail (p=none)'));
  assert.ok(fails('mx.example 1; spf=fail (dkim=pass) smtp.mailfrom="x; dkim=pass; dmarc=pass"@isp.example'));
  assert.ok(fails('fail (mx.example: domain does not designate 192.0.2.1)', 'received-spf'));
});

test('authentication: what passed, and what was not checked', () => {
  assert.ok(!fails('mx.example; spf=fail; dkim=pass header.d=isp.example'));
  assert.ok(!fails('mx.example; dkim=fail; spf=pass; dmarc=pass'));
  assert.ok(!fails('mx.example; none'));
  assert.ok(!fails('mx.example; spf=softfail; dkim=none; dmarc=none'));
  assert.ok(!fails('pass', 'received-spf'));
  assert.ok(!failsAuthentication(new Map()));
});

test('authentication: a header made to hurt takes no time', () => {
  const before = process.cpuUsage();
  for (const sign of ['(', ')', '"', ';', 'a', ' ', '=', 'spf=', '()']) fails(sign.repeat(200_000));
  assert.ok(process.cpuUsage(before).user < 5_000_000);
});
