import { Failure } from '../platform/errors.ts';

/** PostgreSQL names the constraint that was violated; the caller says what that means to a person. */
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
