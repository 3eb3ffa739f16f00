/** The checks and their faults. Checks that ran are counted, so that none can disappear unnoticed. */
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
