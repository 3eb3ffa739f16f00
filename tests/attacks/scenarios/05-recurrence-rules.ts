import { callerFor, longestStall } from '../caller.ts';
import type { Scenario } from '../environment.ts';

/** The worst rules take many seconds without limits, and well below one with them. */
const LONGEST_MS = 4_000;

const numbers = (count: number, step = 1): string => Array.from({ length: count }, (_, i) => i * step).join(',');
const hours = numbers(24);
const everyDay = 'MO,TU,WE,TH,FR,SA,SU';

/** The first is refused, because its instants are too close; the others may be taken or refused, but soon. */
const schedules = [
  [`FREQ=YEARLY;BYHOUR=${hours};BYMINUTE=${numbers(60)};COUNT=1000`],
  Array(5).fill(`FREQ=YEARLY;BYHOUR=${hours};BYMINUTE=${numbers(12, 5)};COUNT=1000`),
  Array(5).fill(`FREQ=YEARLY;BYDAY=${everyDay};BYHOUR=${hours};BYMINUTE=${numbers(12, 5)};COUNT=1000`),
  Array(5).fill(`FREQ=YEARLY;BYDAY=${everyDay};BYHOUR=${hours};BYMINUTE=${numbers(12, 5)};BYSETPOS=1,-1,366;COUNT=1000`),
  Array(5).fill('FREQ=MINUTELY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYMINUTE=7;COUNT=1000'),
  Array(5).fill('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29'),
];

export const scenario: Scenario = {
  entry: 5,
  title: 'recurrence rules with very many combinations',
  async run(environment) {
    const [{ baseUrl }, tenant] = await Promise.all([environment.server(), environment.tenant()]);
    const { post } = callerFor(baseUrl, tenant.token);
    const { id: channelId } = await tenant.channel('sms');
    for (const [i, recurrenceRules] of schedules.entries()) {
      const sent = post('/v3/campaigns', { name: 'Often', channelId, recurrenceRules, timeZone: 'America/New_York' });
      const stallMs = await longestStall(baseUrl, sent);
      const { status, ms } = await sent;
      const rule = recurrenceRules[0]?.slice(0, 60);
      if (status !== 400 && (i === 0 || status !== 201)) throw new Error(`${rule}: answered with ${status}`);
      if (ms > LONGEST_MS)
        throw new Error(`${rule}: ${Math.round(ms)} ms, and nobody else was answered for ${Math.round(stallMs)} ms`);
    }
  },
};
