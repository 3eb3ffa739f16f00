import type { Chapter, Target } from './check.ts';

type Summary = { passed: number; failed: number; skipped: number };

/**
 * Runs the checks of each chapter in order; with several targets, as many chapters run concurrently. A chapter is printed when it ends, so
 * that its lines stay together; its numbers depend on its position.
 */
export async function runChapters(
  chapters: Chapter[],
  targets: Target[],
  stopped: AbortSignal,
  print: (line: string) => void,
): Promise<Summary> {
  const summary: Summary = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...chapters];
  let started = 0;
  const runNext = async (target: Target): Promise<void> => {
    for (let chapter = waiting.shift(); chapter && !stopped.aborted; chapter = waiting.shift()) {
      const firstNumber = started + 1;
      started += chapter.checks.length;
      const lines = await runChapter(chapter, firstNumber, target, stopped, summary);
      if (!stopped.aborted) print(lines.join('\n'));
    }
  };
  await Promise.all(targets.map(runNext));
  return summary;
}

async function runChapter(
  chapter: Chapter,
  firstNumber: number,
  target: Target,
  stopped: AbortSignal,
  summary: Summary,
): Promise<string[]> {
  const lines = [`\n${chapter.title}`];
  for (const [index, { sentence, start }] of chapter.checks.entries()) {
    if (stopped.aborted) break;
    const run = start(target);
    const outcome = typeof run === 'function' ? await outcomeOf(run) : run;
    if ('skipped' in outcome) summary.skipped++;
    else if ('failed' in outcome) summary.failed++;
    else summary.passed++;
    lines.push(lineOf(firstNumber + index, sentence, outcome));
  }
  return lines;
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

/** One line per check, so that the report can be searched by line. */
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
