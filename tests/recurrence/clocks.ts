/**
 * Local times from Intl only, independent of the server's code. A local time is represented as the milliseconds that UTC would give it, for
 * arithmetic.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  formats.set(zone, known);
  return known;
}

export function wallAt(instant: number, zone: string): number {
  const shown = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const DAY_MS = 86_400_000;

/** Returns the instants of a local time: none if it is skipped, two if it occurs twice. */
export function instantsAt(wall: number, zone: string): number[] {
  const offsets = [-DAY_MS, 0, DAY_MS].map((aside) => wallAt(wall + aside, zone) - (wall + aside));
  const possible = [...new Set(offsets)].map((offset) => wall - offset);
  return possible.filter((instant) => wallAt(instant, zone) === wall).sort((a, b) => a - b);
}

export type Change = { at: number; isForward: boolean };

const FORTNIGHT_MS = 14 * DAY_MS;
const FROM = Date.UTC(2026, 0, 1);
const UNTIL = Date.UTC(2031, 0, 1);
const known = new Map<string, Change[]>();

/** Returns the clock changes of a time zone in five years. */
export function changesOf(zone: string): Change[] {
  const changes = known.get(zone) ?? findChanges(zone);
  known.set(zone, changes);
  return changes;
}

function findChanges(zone: string): Change[] {
  const offsetAt = (instant: number) => wallAt(instant, zone) - instant;
  const changes: Change[] = [];
  for (let day = FROM; day < UNTIL; day += FORTNIGHT_MS) {
    let [low, high] = [day, day + FORTNIGHT_MS];
    const before = offsetAt(low);
    if (before === offsetAt(high)) continue;
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2_000) * 1_000;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, isForward: offsetAt(high) > before });
  }
  return changes;
}
