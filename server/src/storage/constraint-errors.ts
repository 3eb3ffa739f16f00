import { Failure } from '../platform/errors.ts';

/** Runs the work. Turns a violation of one of the named constraints into a `conflict` failure with the given message. */
export async function explainConflicts<T>(messages: Record<string, string>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = (error as { constraint?: string }).constraint;
    const message = constraint === undefined ? undefined : messages[constraint];
    if (message === undefined) throw error;
    throw new Failure('conflict', { message });
  }
}
