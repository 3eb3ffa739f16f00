/** Time is an argument. No other file reads the system clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
