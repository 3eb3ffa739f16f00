import { randomBytes } from 'node:crypto';
import { main } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { checkCompose } from './compose.ts';
import { letComposeRead } from './compose-tool.ts';
import { checkDockerfile } from './dockerfile.ts';
import { checkDocumentation } from './documentation.ts';
import { testMutants } from './mutation-tests.ts';
import { type Plan, readPlan } from './plan.ts';
import { createReport } from './report.ts';
import { runContainers } from './run.ts';

/**
 * Builds the image, runs the compose file from empty volumes to an answered message on every channel, restarts each container and
 * upgrades while requests run. `PARTS=files` only reads the files and compares them with the tree and the documentation, which is what
 * CI does.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : checkContainers()));

async function checkContainers(): Promise<boolean> {
  const startedAt = performance.now();
  const plan: Plan = await readPlan();
  const report = createReport();
  await checkDockerfile(report, plan);
  await checkDocumentation(report, plan);
  checkCompose(report, plan);
  const compose = await letComposeRead(report, plan.composeText, exampleSecrets());
  const services = Object.keys(plan.compose.services).length;
  const figures = process.env.PARTS === 'files' ? { services } : await runContainers(report, plan);
  for (const what of report.failed) console.error(`failed: ${what}`);
  const faults = report.failed.length;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  printFigures({ ...figures, checks: report.checks(), compose, faults, seconds });
  return faults === 0;
}

function exampleSecrets(): Record<string, string> {
  const names = ['MASTER_KEY', 'POSTGRES_PASSWORD', 'PATCHBAY_DB_PASSWORD', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  return Object.fromEntries(names.map((name) => [name, randomBytes(16).toString('hex')]));
}
