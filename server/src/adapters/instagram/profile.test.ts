import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenMeta, givenServer } from '../meta.test-kit.ts';
import { fetchProfile } from './profile.ts';
import { Settings } from './settings.ts';

const own = { igId: '17841400000000001', accessToken: 'IGAA', appSecret: 'secret', verifyToken: 'verify' };

test('the name of a person who wrote; none for strangers and while the API is unavailable', async () => {
  const { baseUrl, deps, phone } = await givenMeta({ ...own, kind: 'instagram' });
  const settings = Settings.parse({ ...own, baseUrl });
  await phone({ from: '1282977519462163', name: 'Ada Lovelace', text: 'Hello' });
  const found = await fetchProfile(deps, settings, '1282977519462163');
  assert.deepEqual(found, { kind: 'profile', name: 'Ada Lovelace', username: 'ada_lovelace' });
  const stranger = await fetchProfile(deps, settings, '1');
  assert.ok(stranger.kind === 'refused' && stranger.next === 'fail');
  const away = await givenServer((_request, response) => response.writeHead(503).end());
  const later = await fetchProfile(deps, { ...settings, baseUrl: away }, '1282977519462163');
  assert.ok(later.kind === 'refused' && later.next === 'retry');
});

test('an odd answer has no name', async () => {
  const { deps } = await givenMeta({ ...own, kind: 'instagram' });
  const odd = await givenServer((_request, response) => response.end('{"name":{"first":"Ada"},"username":7}'));
  const profile = await fetchProfile(deps, Settings.parse({ ...own, baseUrl: odd }), '1');
  assert.deepEqual(profile, { kind: 'profile', name: null, username: null });
});
