import { callerFor, cpuSecondsOf } from '../caller.ts';
import type { Scenario } from '../environment.ts';

/** The worst rules take ten seconds and more of processor time without limits, and about half of one with them. */
const MOST_CPU_SECONDS = 4;

const numbers = (count: number, step = 1): string => Array.from({ length: count }, (_, i) => i * step).join(',');
const hours = numbers(24);
const everyDay = 'MO,TU,WE,TH,FR,SA,SU';

/** The first is refused, because its instants are too close; the others may be taken or refused, but soon. */
const schedules: string[][] = [
  [`FREQ=YEARLY;BYHOUR=${hours};BYMINUTE=${numbers(60)};COUNT=1000`],
  Array(5).fill(`FREQ=YEARLY;BYHOUR=${hours};BYMINUTE=${numbers(12, 5)};COUNT=1000`),
  Array(5).fill(`FREQ=YEARLY;BYDAY=${everyDay};BYHOUR=${hours};BYMINUTE=${numbers(12, 5)};COUNT=1000`),
  Array(5).fill('FREQ=MINUTELY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYMINUTE=7;COUNT=1000'),
  Array(5).fill('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29'),
];

export const scenario: Scenario = {
  entry: 5,
  title: 'recurrence rules with very many combinations',
  async run(environment) {
    const [{ baseUrl, pid }, tenant] = await Promise.all([environment.server(), environment.tenant()]);
    const { post } = callerFor(baseUrl, tenant.token);
    const { id: channelId } = await tenant.channel('sms');
    for (const [i, recurrenceRules] of schedules.entries()) {
      const body = { name: 'Often', channelId, recurrenceRules, timeZone: 'America/New_York' };
      const before = await cpuSecondsOf(pid);
      const { status } = await post('/v3/campaigns', body);
      const seconds = (await cpuSecondsOf(pid)) - before;
      const rule = recurrenceRules[0]?.slice(0, 60);
      if (status !== 400 && (i === 0 || status !== 201)) throw new Error(`${rule}: answered with ${status}`);
      if (seconds > MOST_CPU_SECONDS) throw new Error(`${rule}: ${seconds.toFixed(1)} seconds of processor time`);
    }
  },
};
