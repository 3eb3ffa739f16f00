import assert from 'node:assert/strict';
import type { Reply } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed } from '../expect.ts';
import { unknownId } from '../fixtures.ts';
import { getWithoutHost } from '../without-host.ts';

const LIMIT = 16_384;

function hasUsualHeaders({ headers }: Reply): void {
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    assert.ok(headers.get(name), `${name} is missing`);
  assert.match(headers.get('content-type') ?? '', /^application\/json/);
}

export const requestHeads: Chapter = {
  title: 'Request URLs and headers',
  checks: [
    check('A request without a Host header is 400 invalid_request, and the message names the header', async (api) => {
      const reply = await getWithoutHost(api, `/v3/labels/${unknownId()}`);
      assert.match(failed(reply, 400, 'invalid_request').message, /Host/);
      hasUsualHeaders(reply);
    }),
    check('Headers of more than 16 KiB are 431 headers_too_large, and the message names the limit', async (api) => {
      for (const bytes of [LIMIT, 3 * LIMIT]) {
        const reply = await api.get(`/v3/labels/${unknownId()}`, { headers: { 'x-large': 'x'.repeat(bytes) } });
        assert.match(failed(reply, 431, 'headers_too_large').message, /headers.*16384/);
        hasUsualHeaders(reply);
      }
    }),
    check('A URL of more than 16 KiB is 414 url_too_long, and the message names the limit', async (api) => {
      for (const bytes of [LIMIT, 3 * LIMIT]) {
        const reply = await api.get(`/v3/labels/${'x'.repeat(bytes)}`);
        assert.match(failed(reply, 414, 'url_too_long').message, /URL.*16384/);
        hasUsualHeaders(reply);
      }
    }),
    check('A URL and headers just below their limits are read', async (api) => {
      const reply = await api.get(`/v3/labels/${'x'.repeat(LIMIT - 100)}`, { headers: { 'x-large': 'x'.repeat(14_000) } });
      failed(reply, 404, 'label_not_found');
    }),
  ],
};
