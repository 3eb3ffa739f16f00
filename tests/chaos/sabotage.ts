import { main } from './endings.ts';
import { sabotage } from './planting.ts';
import { plantings } from './plantings.ts';
import { scenarios } from './scenarios.ts';
import { startWorld } from './world.ts';

/** Whether chaos:delivery would notice if a protection of accepted work were missing. */
await main(() => sabotage({ startWorld, scenarios, plantings }));
