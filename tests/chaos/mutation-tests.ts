import { main } from './endings.ts';
import { sabotage } from './mutant.ts';
import { plantings } from './mutants.ts';
import { scenarios } from './scenarios.ts';
import { startWorld } from './environment.ts';

/** Whether chaos:delivery would notice if a protection of accepted work were missing. */
await main(() => sabotage({ startWorld, scenarios, plantings }));
