const WINDOW_MS = 5 * 60_000;
const PAUSE_MS = 30_000;
const FEWEST = 10;
const MOST = 100;
const FAILING_SHARE = 0.7;

/** What a worker remembers of one endpoint: the recent outcomes, and until when it leaves it in peace. */
export type BreakerState = {
  outcomes: { at: number; failed: boolean }[];
  failures: number;
  openUntilMs: number;
  probing: boolean;
};

export const newBreaker = (): BreakerState => ({ outcomes: [], failures: 0, openUntilMs: 0, probing: false });

/** May this attempt go out now, or until when must it wait? After a pause one probe goes first. */
export function beforeAttempt(state: BreakerState, nowMs: number): { go: true } | { go: false; untilMs: number } {
  if (state.openUntilMs === 0) return { go: true };
  if (nowMs < state.openUntilMs || state.probing) return { go: false, untilMs: Math.max(state.openUntilMs, nowMs + 1_000) };
  state.probing = true;
  return { go: true };
}

/** Opens when most of enough recent attempts failed; a probe that succeeds forgets the past, one that fails pauses again. */
export function noteOutcome(state: BreakerState, failed: boolean, nowMs: number): void {
  if (state.openUntilMs > 0) {
    if (!state.probing) return;
    state.probing = false;
    state.openUntilMs = failed ? nowMs + PAUSE_MS : 0;
    state.outcomes = [];
    state.failures = 0;
    return;
  }
  remember(state, failed, nowMs);
  const enough = state.outcomes.length >= FEWEST;
  if (enough && state.failures / state.outcomes.length >= FAILING_SHARE) state.openUntilMs = nowMs + PAUSE_MS;
}

/** Keeps the last so many of the last minutes, and their failures counted. */
function remember(state: BreakerState, failed: boolean, nowMs: number): void {
  for (let oldest = state.outcomes[0]; oldest; oldest = state.outcomes[0]) {
    if (oldest.at > nowMs - WINDOW_MS && state.outcomes.length < MOST) break;
    state.outcomes.shift();
    if (oldest.failed) state.failures--;
  }
  state.outcomes.push({ at: nowMs, failed });
  if (failed) state.failures++;
}
