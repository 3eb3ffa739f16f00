/** How a suite is started: arguments of its npm script, and environment variables that set its size. */
export type Form = { args?: string[]; env?: Record<string, string> };

/** The short form for CI. `seconds` is its duration beside one other suite; long suites start first. */
export type ShortForm = Form & { seconds: number };

export type Suite = {
  /** Unique: the npm script's name, with a suffix if one script runs in two forms. */
  name: string;
  script: string;
  /** What the suite proves, as one sentence for docs/promises.md; null for mutation tests. */
  promise: string | null;
  /** The form in `.ci/run`; null if only the nightly run has it. */
  ci: ShortForm | null;
  /** The form at full size. */
  nightly: Form;
};

/** No other suite runs beside a benchmark. */
export const isBenchmark = ({ script }: Pick<Suite, 'script'>): boolean => script.startsWith('bench:');

export const ranFor = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1000);
