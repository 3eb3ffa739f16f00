import assert from 'node:assert/strict';
import { createLogger } from '../../../server/src/platform/logger.ts';
import type { Scenario } from '../environment.ts';

const SECRET = 'hunter2-s3cret';
const NAMES = [
  'smtpPassword',
  'imapPassword',
  'oauthRefreshToken',
  'oauthClientSecret',
  'authToken',
  'appSecret',
  'verifyToken',
  'S3_SECRET_ACCESS_KEY',
  'MASTER_KEY',
  'api-key',
  'x-hub-signature-256',
  'cookie',
];

export const scenario: Scenario = {
  entry: 24,
  title: 'Secrets do not reach the log, whatever their name, depth or carrier',
  async run() {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const shown: string[] = [];
    for (const name of NAMES) {
      for (const [carrier, fields] of carriers(name)) {
        lines.length = 0;
        log.info(fields, 'a line');
        if (lines.join('').includes(SECRET)) shown.push(`${name} ${carrier}`);
      }
    }
    assert.equal(shown.length, 0, `${shown.length} secrets in the log: ${shown.slice(0, 12).join(', ')}`);
  },
};

function carriers(name: string): [string, Record<string, unknown>][] {
  const secret = { [name]: SECRET };
  let deep: Record<string, unknown> = secret;
  for (let i = 0; i < 12; i++) deep = { inner: deep };
  return [
    ['as a field', secret],
    ['in an object', { channel: { settings: secret } }],
    ['in a list', { channels: [{ settings: secret }] }],
    ['twelve levels deep', deep],
    ['on an error', { err: Object.assign(new Error('failed'), { config: secret }) }],
    ['on the cause of an error', { err: new Error('failed', { cause: Object.assign(new Error('why'), secret) }) }],
    [
      'in an instance of a class',
      {
        request: new (class Request {
          headers = secret;
        })(),
      },
    ],
    ['in a map', { headers: new Map([[name, SECRET]]) }],
  ];
}
