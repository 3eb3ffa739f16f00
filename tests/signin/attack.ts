import type { Scene } from './scene.ts';

/** What an attack tried, and what worked although it must not. */
export type Outcome = { tries: number; succeeded: string[]; figures?: Record<string, string | number> };

/** One way in that must be closed. It also checks that the honest way works, and throws if not: otherwise it would prove nothing. */
export type Attack = { name: string; run(scene: Scene): Promise<Outcome> };

/** Collects tries. `must` is false for a try that succeeded. */
export function createTally() {
  const succeeded: string[] = [];
  let tries = 0;
  return {
    /** Counts a try. `isRefused`: the attack got nothing. */
    tried(what: string, isRefused: boolean): void {
      tries++;
      if (!isRefused) succeeded.push(what);
    },
    outcome: (figures?: Outcome['figures']): Outcome => ({ tries, succeeded, ...(figures && { figures }) }),
  };
}

/** Throws if the honest way does not work. */
export function control(isWorking: boolean, what: string): void {
  if (!isWorking) throw new Error(`the honest way is broken: ${what}`);
}
