import assert from 'node:assert/strict';
import { isTaken, type Stage } from '../knobs/stage.ts';

export async function callbacksAreRepeated({ meet, send, becomes, phone }: Stage): Promise<void> {
  const { id } = await meet();
  await becomes((await send(id, 'Hello')).id, isTaken);
  const [sent] = await phone.sent();
  const overrides = new URLSearchParams(String(sent?.body.StatusCallback).split('#')[1] ?? '');
  assert.deepEqual([overrides.get('rc'), overrides.get('rp')], ['3', 'all']);
}
