/** Time is an argument. Nothing outside this file reads the machine's clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
