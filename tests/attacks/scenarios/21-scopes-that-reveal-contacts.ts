import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { call } from '../api.ts';
import type { Scenario } from '../environment.ts';

/** Scopes whose names do not say that contact data comes with them. */
const REVEALING = { 'events.read': 'followEvents', 'webhooks.write': 'createWebhook' };

export const scenario: Scenario = {
  entry: 21,
  title: 'The guide and the reference say which scopes reveal contact data',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const { body: document } = await call(baseUrl, 'GET', '/openapi.json', undefined);
    const guide = await readFile(new URL('../../../docs/guides/tokens.md', import.meta.url), 'utf8');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object));
    for (const [scope, operationId] of Object.entries(REVEALING)) {
      const operation = operations.find((one) => one.operationId === operationId);
      assert.match(
        operation?.description ?? '',
        /contact data/,
        `${operationId} does not say that ${scope} reveals contact data`,
      );
      const row = guide.split('\n').find((line) => line.startsWith(`| \`${scope}\``));
      assert.match(row ?? '', /contact/, `docs/guides/tokens.md does not say that ${scope} reveals contact data`);
    }
  },
};
