const endings: (() => Promise<unknown>)[] = [];

/** Cleanups run also when the program fails or is interrupted. */
export const atEnd = (end: () => Promise<unknown>): void => void endings.push(end);

/** Runs the work, then its cleanups in reverse order. */
export async function scoped<T>(work: () => Promise<T>): Promise<T> {
  const before = endings.length;
  try {
    return await work();
  } finally {
    await endDownTo(before);
  }
}

/** Runs a program and sets its exit code: 1 for a failed check or an error. */
export async function main(program: () => Promise<boolean>): Promise<void> {
  const interrupted = () => void endDownTo(0).then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const kept = await scoped(program);
    process.exit(kept ? 0 : 1);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function endDownTo(count: number): Promise<void> {
  while (endings.length > count) {
    const end = endings.pop();
    await end?.().catch((error: unknown) => console.error('while ending:', error));
  }
}
