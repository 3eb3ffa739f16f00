/** The result of a check. `warn`: it works, with a defect. `skip`: it could not be checked. */
export type Finding = { state: 'ok' | 'warn' | 'fail' | 'skip'; says: string; todo?: string };

/** An answer, with what the checks look at; null where there was none. */
export type Reply = { status: number; headers: Headers; text: string };

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const warn = (says: string, todo: string): Finding => ({ state: 'warn', says, todo });
export const fail = (says: string, todo: string): Finding => ({ state: 'fail', says, todo });
export const skip = (says: string): Finding => ({ state: 'skip', says });

export function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
