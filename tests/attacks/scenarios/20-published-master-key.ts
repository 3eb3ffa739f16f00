import assert from 'node:assert/strict';
import type { Scenario } from '../environment.ts';

/** Signs that other machines can reach the server, though it listens on a loopback address. */
const REACHABLE: Record<string, string>[] = [
  { PUBLIC_URL: 'https://api.example.com' },
  { PUBLIC_URL: 'http://api.example.com' },
  { TRUST_PROXY: 'true' },
  { HOST: '0.0.0.0' },
];

export const scenario: Scenario = {
  entry: 20,
  title: 'A server that others can reach does not start with the published MASTER_KEY',
  async run(environment) {
    const started: string[] = [];
    for (const settings of REACHABLE) {
      const refusal = await environment.start({ MASTER_KEY: '', ...settings }).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (refusal === undefined) started.push(JSON.stringify(settings));
      else assert.match(refusal, /MASTER_KEY/);
    }
    assert.deepEqual(started, [], 'it started with the published key');
    const key = Buffer.alloc(32, 7).toString('base64');
    await environment.start({ MASTER_KEY: key, PUBLIC_URL: 'https://api.example.com' }).catch((error: Error) => {
      // The database has keys that another MASTER_KEY sealed: the configuration was accepted.
      assert.doesNotMatch(error.message, /Bad configuration/);
    });
  },
};
