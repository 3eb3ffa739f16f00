/** A time in which no read was answered. */
export type Outage = { ms: number; statuses: string[] };

/**
 * Reads once per call and remembers from when to when nothing was answered. An outage begins with the first read that was not answered and
 * ends with the first one that is.
 */
export function createProbe(read: () => Promise<{ status: number }>) {
  const outages: Outage[] = [];
  let since: number | undefined;
  let statuses = new Set<string>();
  return {
    async once(): Promise<void> {
      const startedAt = performance.now();
      const status = await read().then(
        (answer) => String(answer.status),
        (error: Error) => error.message,
      );
      if (status !== '200') {
        since ??= startedAt;
        statuses.add(status);
        return;
      }
      if (since === undefined) return;
      outages.push({ ms: Math.round(performance.now() - since), statuses: [...statuses] });
      since = undefined;
      statuses = new Set();
    },
    outages: (): Outage[] =>
      since === undefined ? outages : [...outages, { ms: Math.round(performance.now() - since), statuses: [...statuses] }],
  };
}
