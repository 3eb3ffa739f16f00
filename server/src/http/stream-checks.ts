import { setImmediate as nextTurn } from 'node:timers/promises';

/** Together with the token cache of three seconds: a revoked token gets no events after five seconds. */
const CHECK_EVERY_MS = 1_500;
/** Checks of one turn of the event loop. Those of a tenant share the query for their tokens. */
const CHECKED_TOGETHER = 250;

const checks = new Map<string, Set<() => void>>();
let timer: NodeJS.Timeout | undefined;
let isChecking = false;

/** Calls `check` every few seconds until the returned function is called. One timer serves the streams of all tenants. */
export function checkRegularly(tenantId: string, check: () => void): () => void {
  const own = checks.get(tenantId) ?? new Set();
  checks.set(tenantId, own.add(check));
  timer ??= setInterval(() => void checkAll(), CHECK_EVERY_MS);
  return () => {
    own.delete(check);
    if (own.size === 0 && checks.get(tenantId) === own) checks.delete(tenantId);
    if (checks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Skips a round while the one before is not over. */
async function checkAll(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  for (const own of checks.values()) {
    const all = [...own];
    for (let i = 0; i < all.length; i += CHECKED_TOGETHER) {
      for (const check of all.slice(i, i + CHECKED_TOGETHER)) if (own.has(check)) check();
      await nextTurn();
    }
  }
  isChecking = false;
}
