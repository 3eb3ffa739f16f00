import { setTimeout as wait } from 'node:timers/promises';
import { isRetryable } from '../storage/database.ts';

const MOST_TIMES = 3;
const WAIT_MS = 10;

/**
 * Does a request's work again when PostgreSQL ended its transaction for the sake of another: of two that waited for each other one
 * goes on, and by now it may be through. A row that was deleted in between is found missing by the next try, which answers 404. All effects of a request are in its transaction, so nothing of the first try is left.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>, again: () => void): Promise<T> {
  for (let times = 0; ; times++) {
    try {
      return await work();
    } catch (error) {
      if (times === MOST_TIMES || !isRetryable(error)) throw error;
      again();
      await wait(WAIT_MS * 2 ** times);
    }
  }
}
