import type { Stage } from '../knobs/stage.ts';

export type PlayRule = (stage: Stage) => Promise<void>;

const DAY_SECONDS = 86_400;

/** Returns a time so many days ago, in seconds. */
export const daysAgo = (days: number): number => Math.floor(Date.now() / 1000) - Math.round(days * DAY_SECONDS);
