import { main } from './endings.ts';
import { startEnvironment } from './environment.ts';
import { testMutants } from './mutant.ts';
import { mutants } from './mutants.ts';
import { scenarios } from './scenarios.ts';

/** Whether chaos:delivery would notice if a protection of accepted work were missing. */
await main(() => testMutants({ startEnvironment, scenarios, mutants }));
