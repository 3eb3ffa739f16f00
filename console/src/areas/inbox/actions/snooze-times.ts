/** A time that people choose to see a chat again. */
export type SnoozeTime = { id: 'hour' | 'three_hours' | 'tomorrow' | 'monday' | 'week'; at: Date };

const MORNING = 9;

/** Returns the usual times, in the time zone of the browser. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
  return [
    { id: 'hour', at: inHours(1) },
    { id: 'three_hours', at: inHours(3) },
    { id: 'tomorrow', at: morning(1) },
    ...(toMonday > 1 ? [{ id: 'monday' as const, at: morning(toMonday) }] : []),
    { id: 'week', at: morning(7) },
  ];
}
