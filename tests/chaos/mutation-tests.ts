import { main } from './endings.ts';
import { startEnvironment } from './environment.ts';
import { testMutants } from './mutant.ts';
import { mutants } from './mutants.ts';
import { scenarios } from './scenarios.ts';

/** Checks that chaos:delivery catches missing protections of accepted work. */
await main(() => testMutants({ startEnvironment, scenarios, mutants }));
