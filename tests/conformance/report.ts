import type { Chapter, Target } from './check.ts';

type Summary = { passed: number; failed: number; skipped: number };

/** Runs every check in order, one at a time, and prints what became of it. */
export async function runChapters(
  chapters: Chapter[],
  target: Target,
  stopped: AbortSignal,
  print: (line: string) => void,
): Promise<Summary> {
  const summary: Summary = { passed: 0, failed: 0, skipped: 0 };
  let number = 0;
  for (const { title, checks } of chapters) {
    print(`\n${title}`);
    for (const { sentence, start } of checks) {
      number++;
      const run = start(target);
      const outcome = typeof run === 'function' ? await outcomeOf(run) : run;
      if (stopped.aborted) return summary;
      if ('skipped' in outcome) summary.skipped++;
      else if ('failed' in outcome) summary.failed++;
      else summary.passed++;
      print(lineOf(number, sentence, outcome));
    }
  }
  return summary;
}

export function lastLines({ passed, failed, skipped }: Summary): string {
  const note = skipped > 0 ? `\n${skipped} checks do not apply to this server and were skipped` : '';
  return `${note}\nconformance: ${passed} passed, ${failed} failed`;
}

type Outcome = { passed: true } | { failed: string } | { skipped: string };

async function outcomeOf(run: () => Promise<void>): Promise<Outcome> {
  try {
    await run();
    return { passed: true };
  } catch (error) {
    return { failed: reasonOf(error) };
  }
}

/** One line, so that the report can be read and searched by line. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  const why = [message ?? String(error), cause?.code ?? cause?.message].filter(Boolean).join(': ');
  return why.replace(/\s+/g, ' ').slice(0, 400);
}

function lineOf(number: number, sentence: string, outcome: Outcome): string {
  if ('skipped' in outcome) return `skipped ${number} ${sentence}: ${outcome.skipped}`;
  if ('failed' in outcome) return `FAILED ${number} ${sentence}: ${outcome.failed}`;
  return `ok ${number} ${sentence}`;
}
