import { setTimeout as wait } from 'node:timers/promises';
import { isRetryable } from '../storage/database.ts';

const MOST_RETRIES = 3;
const WAIT_MS = 10;

/**
 * Runs the work of a request again when PostgreSQL ended its transaction because of a concurrent one (`isRetryable`). If a row was deleted
 * in between, the next try does not find it and fails with 404. All effects of a request are in its transaction, so the failed try
 * leaves nothing.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>, onRetry: () => void): Promise<T> {
  for (let times = 0; ; times++) {
    try {
      return await work();
    } catch (error) {
      if (times === MOST_RETRIES || !isRetryable(error)) throw error;
      onRetry();
      await wait(WAIT_MS * 2 ** times);
    }
  }
}
