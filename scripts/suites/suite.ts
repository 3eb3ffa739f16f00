/** How a suite is started: arguments behind its npm script, and settings that choose its size. */
export type Form = { args?: string[]; env?: Record<string, string> };

/** A short form for CI. `seconds` is what it takes beside one other suite; long suites start first. */
export type ShortForm = Form & { seconds: number };

export type Suite = {
  /** Unique; the npm script's name, with a word behind it where one script is run in two forms. */
  name: string;
  script: string;
  /** What the figures prove, as one sentence for docs/promises.md; null for checks of the source and of the suites themselves. */
  promise: string | null;
  /** The form in `.ci/run`; null where only the nightly run has it. */
  ci: ShortForm | null;
  /** The form at full size. */
  nightly: Form;
  /** A benchmark measures, so nothing runs beside it. */
  isBenchmark?: true;
};

export const ranFor = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1000);
