import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { main, scoped } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { startEnvironment } from './environment.ts';
import { testMutants } from './mutation-tests.ts';
import { playScene } from './play.ts';
import { scenes } from './scenes/index.ts';
import { prepareTerminals } from './terminal.ts';

/**
 * npm run test:cli. Tests the command line in a real terminal and in pipes, against a real server. --mutants runs mutants of it, and a scene
 * must catch each. ONLY=word selects scenes or mutants by name.
 */
const NEED = fileURLToPath(new URL('../../scripts/need.sh', import.meta.url));

await main(async () => {
  execFileSync('bash', [NEED, 'tmux', 'zsh', 'fish'], { stdio: ['ignore', 'inherit', 'inherit'] });
  await prepareTerminals();
  if (process.argv.includes('--mutants')) return testMutants();
  const startedAt = Date.now();
  const environment = await startEnvironment();
  const wanted = scenes.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  let failed = 0;
  for (const scene of wanted) {
    const faults = await scoped(() => playScene(environment, scene));
    console.log(`${faults.length === 0 ? 'kept' : 'BROKEN'}: ${scene.name}`);
    for (const fault of faults) console.error(`  ${fault}`);
    if (faults.length > 0) failed++;
  }
  const kept = failed === 0 && wanted.length > 0;
  printFigures({ scenes: wanted.length, failed, kept, seconds: Math.round((Date.now() - startedAt) / 1000) });
  return kept;
});
