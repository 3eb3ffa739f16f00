/** How long a scene waits without progress: long, because the machine may be busy. Mutants get less. */
export const patience = { stillForMs: Number(process.env.STILL_FOR_MS ?? 120_000) };
