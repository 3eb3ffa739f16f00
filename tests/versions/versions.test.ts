import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../scripts/suites/run-suite.ts';
import { productIn, reportedLine } from '../chaos/reported-versions.ts';
import { type Combination, combinationsOf, titleOf } from './combinations.ts';
import { faultsOfSuite, faultsOfVersions } from './faults.ts';
import { chosenSuites } from './suites.ts';
import { nameOf, type Service, services, supportedVersions, versionsOf } from './table.ts';

const combinations = combinationsOf(supportedVersions);
const [newest] = combinations as [Combination];
const reported = { postgresql: 'postgresql-17.12', nats: 'nats-2.10.27', counters: 'valkey-8.1.1' };

test('all newest, all oldest and each older version alone are run, each once', () => {
  assert.deepEqual(combinations.map(titleOf), [
    'postgresql-17 nats-2.10 valkey-8',
    'postgresql-15 nats-2.9 redis-7',
    'postgresql-15 nats-2.10 valkey-8',
    'postgresql-17 nats-2.9 valkey-8',
    'postgresql-17 nats-2.10 redis-7',
  ]);
});

test('every pair of versions of two services is in a combination', () => {
  for (const [one, other] of [
    ['postgresql', 'nats'],
    ['postgresql', 'counters'],
    ['nats', 'counters'],
  ] as [Service, Service][])
    for (const a of versionsOf(one))
      for (const b of versionsOf(other))
        assert.ok(
          combinations.some((combination) => combination[one] === a && combination[other] === b),
          `${nameOf(a)} with ${nameOf(b)}`,
        );
});

test('a row of a third version adds combinations, and a table with one version of each service has one', () => {
  const [first] = versionsOf('nats');
  const added = { ...(first as Combination['nats']), version: '2.15' };
  const titles = combinationsOf([...supportedVersions, added]).map(titleOf);
  assert.equal(titles.length, 6);
  assert.equal(titles[0], 'postgresql-17 nats-2.15 valkey-8');
  assert.equal(combinationsOf(services.map((service) => newest[service])).length, 1);
  assert.throws(() => combinationsOf([first as Combination['nats']]), /No version of postgresql/);
});

test('a service that reports another version or product than the combination has is a fault', () => {
  assert.deepEqual(faultsOfVersions(newest, reported), []);
  assert.equal(faultsOfVersions(newest, { ...reported, postgresql: 'postgresql-15.17' }).length, 1);
  assert.equal(faultsOfVersions(newest, { ...reported, nats: 'nats-2.1' }).length, 1);
  assert.equal(faultsOfVersions(newest, { ...reported, nats: 'nats-2.100.1' }).length, 1);
  assert.equal(faultsOfVersions(newest, { ...reported, counters: 'redis-8.1.1' }).length, 1);
});

test('a suite with services of its own must print the versions of the combination', () => {
  const one = chosenSuites.find(({ hasOwnServices }) => hasOwnServices);
  assert.ok(one);
  const outcome = (output: string, isGreen = true): Outcome => ({ name: 'x', seconds: 1, cpuSeconds: 1, isGreen, output });
  assert.deepEqual(faultsOfSuite(one, outcome(`a\n${reportedLine(reported)}\nb`), reported), []);
  assert.equal(faultsOfSuite(one, outcome('services: postgresql-15.17 nats-2.10.27 valkey-8.1.1'), reported).length, 1);
  assert.equal(faultsOfSuite(one, outcome(reportedLine(reported), false), reported).length, 1);
});

test('Valkey is told from Redis, and a reply is read to its end', () => {
  const reply = (text: string) => `$${text.length}\r\n${text}\r\n`;
  assert.equal(
    productIn(reply('# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\n')),
    'valkey-8.1.1',
  );
  assert.equal(productIn(reply('# Server\r\nredis_version:7.0.15\r\n')), 'redis-7.0.15');
  assert.equal(productIn('$200\r\n# Server\r\nredis_version:7.2.4\r\n'), undefined);
});
