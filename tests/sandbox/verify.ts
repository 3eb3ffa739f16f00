import type { Environment } from './environment.ts';
import type { Call, Owner, StandIn } from './stand-in.ts';

export type Verifier = ReturnType<typeof createVerifier>;

/** Collects what was promised and not kept. */
export function createVerifier() {
  const faults: string[] = [];
  let expectations = 0;
  return {
    faults,
    expect(what: string, isKept: boolean): void {
      expectations++;
      if (!isKept) faults.push(what);
    },
    /** Calls that must be possible. Everything else is checked in any case. */
    async attempt(what: string, work: () => Promise<unknown>): Promise<void> {
      expectations++;
      await work().catch((error: unknown) => faults.push(`${what}: ${String(error)}`));
    },
    count: () => expectations,
  };
}

export const callsOf = (at: StandIn, owner: Owner): Call[] => at.calls.filter((call) => call.owner === owner);

/** Who was where. Pages are what the sandbox shows its operator; no tenant of any sort has business there. */
export function reached({ sandbox, real }: Environment) {
  const isPage = ({ protocol, what }: Call) => protocol === 'http' && !/^\w+ \/(graph|twilio)\//.test(what);
  return {
    calls: sandbox.calls.length + real.calls.length,
    sandboxReached: callsOf(sandbox, 'sandbox').length,
    realReached: callsOf(real, 'live').length,
    realReachedBySandboxTenant: callsOf(real, 'sandbox').length,
    sandboxReachedByRealTenant: callsOf(sandbox, 'live').length,
    unclaimed: callsOf(sandbox, 'unknown').length + callsOf(real, 'unknown').length,
    pagesReached: sandbox.calls.filter(isPage).length,
  };
}
