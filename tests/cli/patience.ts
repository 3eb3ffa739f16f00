/** For how long nothing may change before a scene gives up: generous, for the machine may be busy. A planted bug gets less. */
export const patience = { stillForMs: Number(process.env.STILL_FOR_MS ?? 120_000) };
