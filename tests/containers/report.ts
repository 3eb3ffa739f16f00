/** What was looked at, and what was wrong with it. A check that ran is counted, so that none can vanish unseen. */
export type Report = { check(what: string, isKept: boolean): void; checks(): number; failed: string[] };

export function createReport(): Report {
  let checks = 0;
  const failed: string[] = [];
  return {
    check(what, isKept) {
      checks++;
      if (!isKept) failed.push(what);
    },
    checks: () => checks,
    failed,
  };
}
