const WINDOW_MS = 5 * 60_000;
const PAUSE_MS = 30_000;
const FEWEST = 10;
const MOST = 100;
const FAILING_SHARE = 0.7;

/** The recent outcomes of one endpoint in this process, and until when it gets no attempts. */
export type BreakerState = {
  outcomes: { at: number; failed: boolean }[];
  failures: number;
  openUntilMs: number;
  probing: boolean;
};

export const newBreaker = (): BreakerState => ({ outcomes: [], failures: 0, openUntilMs: 0, probing: false });

/** Returns whether an attempt can start now, or when. After a pause one probe goes first. */
export function beforeAttempt(state: BreakerState, nowMs: number): { go: true } | { go: false; untilMs: number } {
  if (state.openUntilMs === 0) return { go: true };
  if (nowMs < state.openUntilMs || state.probing) return { go: false, untilMs: Math.max(state.openUntilMs, nowMs + 1_000) };
  state.probing = true;
  return { go: true };
}

/**
 * Records an outcome. Opens when most of the recent attempts failed. A successful probe closes the breaker; a failed one pauses
 * again.
 */
export function recordOutcome(state: BreakerState, failed: boolean, nowMs: number): void {
  if (state.openUntilMs > 0) {
    if (!state.probing) return;
    state.probing = false;
    state.openUntilMs = failed ? nowMs + PAUSE_MS : 0;
    state.outcomes = [];
    state.failures = 0;
    return;
  }
  addOutcome(state, failed, nowMs);
  const enough = state.outcomes.length >= FEWEST;
  if (enough && state.failures / state.outcomes.length >= FAILING_SHARE) state.openUntilMs = nowMs + PAUSE_MS;
}

/** Saves an outcome and removes old ones. */
function addOutcome(state: BreakerState, failed: boolean, nowMs: number): void {
  for (let oldest = state.outcomes[0]; oldest; oldest = state.outcomes[0]) {
    if (oldest.at > nowMs - WINDOW_MS && state.outcomes.length < MOST) break;
    state.outcomes.shift();
    if (oldest.failed) state.failures--;
  }
  state.outcomes.push({ at: nowMs, failed });
  if (failed) state.failures++;
}
