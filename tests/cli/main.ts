import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { main, scoped } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { playScene } from './play.ts';
import { sabotage } from './mutation-tests.ts';
import { scenes } from './scenes/index.ts';
import { prepareTerminals } from './terminal.ts';
import { startWorld } from './environment.ts';

/**
 * npm run test:cli. The command line as people and scripts meet it: in a real terminal, in pipes, against a real server.
 * With --sabotage bugs are planted in a copy, one at a time, and a scene must notice each. ONLY=word plays those with the word in
 * their names.
 */
const NEED = fileURLToPath(new URL('../../scripts/need.sh', import.meta.url));

await main(async () => {
  execFileSync('bash', [NEED, 'tmux', 'zsh', 'fish'], { stdio: ['ignore', 'inherit', 'inherit'] });
  await prepareTerminals();
  if (process.argv.includes('--sabotage')) return sabotage();
  const startedAt = Date.now();
  const world = await startWorld();
  const wanted = scenes.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  let failed = 0;
  for (const scene of wanted) {
    const faults = await scoped(() => playScene(world, scene));
    console.log(`${faults.length === 0 ? 'kept' : 'BROKEN'}: ${scene.name}`);
    for (const fault of faults) console.error(`  ${fault}`);
    if (faults.length > 0) failed++;
  }
  const kept = failed === 0 && wanted.length > 0;
  printFigures({ scenes: wanted.length, failed, kept, seconds: Math.round((Date.now() - startedAt) / 1000) });
  return kept;
});
