import assert from 'node:assert/strict';
import { call } from '../api.ts';
import type { Scenario } from '../environment.ts';
import { residentMegabytes } from '../process-figures.ts';

const REQUESTS = 30;
const STEPS = 200;
const ZONE = 'america/argentina/buenos_aires';
const LETTERS = ZONE.split('').flatMap((letter, i) => (/[a-z]/.test(letter) ? [i] : []));
/** The formats of one time zone take some 25 kB; 6,000 spellings of it took 150 MB. */
const MOST_GROWTH_MB = 70;

export const scenario: Scenario = {
  entry: 10,
  title: 'Spellings of one time zone name do not fill the memory',
  async run(environment) {
    const server = await environment.start();
    const { token } = await environment.tenant();
    const send = async (n: number) => {
      const steps = Array.from({ length: STEPS }, (_, i) => stepIn(spelling(n * STEPS + i), i));
      const body = { name: `zones ${n}`, trigger: { type: 'api' }, steps };
      const { status, body: answer } = await call(server.baseUrl, 'POST', '/v3/automations', token, body);
      assert.equal(status, 201, JSON.stringify(answer).slice(0, 500));
    };
    await send(0); // the first call fills caches that every server has
    const before = await residentMegabytes(server.pid);
    for (let n = 1; n <= REQUESTS; n++) await send(n);
    const grown = Math.round((await residentMegabytes(server.pid)) - before);
    assert.ok(grown < MOST_GROWTH_MB, `memory grew by ${grown} MB with ${REQUESTS} requests`);
  },
};

const stepIn = (timeZone: string, i: number) => ({
  id: `s${i}`,
  type: 'business_hours',
  timeZone,
  days: { monday: [{ from: '09:00', until: '17:00' }] },
  ...(i + 1 < STEPS && { onOpen: `s${i + 1}` }),
});

/** Writes the name with another choice of capital letters for every number. */
function spelling(n: number): string {
  const letters = ZONE.split('');
  for (const [bit, i] of LETTERS.entries()) if ((n >> bit) & 1) letters[i] = (letters[i] ?? '').toUpperCase();
  return letters.join('');
}
