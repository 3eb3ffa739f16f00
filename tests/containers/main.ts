import { randomBytes } from 'node:crypto';
import { main } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { checkCompose } from './compose.ts';
import { letComposeRead } from './compose-tool.ts';
import { checkDockerfile } from './dockerfile.ts';
import { testMutants } from './mutation-tests.ts';
import { type Plan, readPlan } from './plan.ts';
import { createReport } from './report.ts';
import { startFromImage } from './start.ts';

/**
 * Checks the containers without a container runtime: the files are read and compared with the tree and the
 * documentation, and everything is started from a folder laid out as the image would be. No image is built. `PARTS=files` only reads
 * the files, which is what CI does.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : checkContainers()));

async function checkContainers(): Promise<boolean> {
  const plan: Plan = await readPlan();
  const report = createReport();
  const secrets = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    POSTGRES_PASSWORD: secret(),
    PATCHBAY_DB_PASSWORD: secret(),
    S3_ACCESS_KEY_ID: secret(),
    S3_SECRET_ACCESS_KEY: secret(),
  };
  await checkDockerfile(report, plan);
  checkCompose(report, plan);
  const compose = await letComposeRead(report, plan.composeText, secrets);
  if (process.env.PARTS !== 'files') await startFromImage(report, plan, secrets);
  for (const what of report.failed) console.error(`failed: ${what}`);
  const failed = report.failed.length;
  printFigures({
    services: Object.keys(plan.compose.services).length,
    checks: report.checks(),
    failed,
    compose,
    kept: failed === 0,
  });
  return failed === 0;
}

function secret(): string {
  return randomBytes(16).toString('hex');
}
