/** One thing that must hold, played in order with those before it. */
export type Scenario<Environment> = { name: string; play(environment: Environment): Promise<void> };

/** `ONLY=word` plays those with the word in their names. */
const only = process.env.ONLY ?? '';

/** Runs all scenarios, prints which failed and why, and continues after a failure. */
export async function played<Environment>(
  scenarios: Scenario<Environment>[],
  environment: Environment,
): Promise<{ count: number; failed: number }> {
  let failed = 0;
  const wanted = scenarios.filter(({ name }) => name.includes(only));
  for (const { name, play } of wanted) {
    const startedAt = Date.now();
    try {
      await play(environment);
      console.log(`  ok      ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`  FAILED  ${name}: ${(error as Error).stack?.slice(0, 1_500)}`);
    }
  }
  return { count: wanted.length, failed };
}
