import type { Data } from '../../../platform/search/evaluate-filter.ts';
import { toTime } from '../../../platform/search/time.ts';
import { render } from './render.ts';
import type { StepOf } from './state.ts';

const LAST = Date.parse('9999-12-31T23:59:59.999Z');

export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** The time that a wait_until step names, or holds in its place; nothing when what is there is no time. */
export function timeOf(
  { time, offsetSeconds }: Pick<StepOf<'wait_until'>, 'time' | 'offsetSeconds'>,
  data: Data,
): Date | undefined {
  const named = toTime(render(time, data).trim());
  const at = named === undefined ? undefined : secondsAfter(new Date(named), offsetSeconds);
  return at && at.getTime() <= LAST ? at : undefined;
}
