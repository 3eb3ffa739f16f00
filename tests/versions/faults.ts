import type { Outcome } from '../../scripts/suites/run-suite.ts';
import { type Reported, reportedLine } from '../chaos/reported-versions.ts';
import type { Combination } from './combinations.ts';
import type { ChosenSuite } from './suites.ts';
import { nameOf, services } from './table.ts';

/** Returns a fault for each service that reports another version than the combination has. */
export function faultsOfVersions(combination: Combination, reported: Reported): string[] {
  return services
    .filter((service) => !`${reported[service]}.`.startsWith(`${nameOf(combination[service])}.`))
    .map((service) => `${nameOf(combination[service])} was asked for, and the service reports ${reported[service]}`);
}

/** Returns a fault if the suite failed, or started services of its own that are others than those of the combination. */
export function faultsOfSuite({ suite, hasOwnServices }: ChosenSuite, outcome: Outcome, reported: Reported): string[] {
  if (!outcome.isGreen) return [`${suite.name} failed`];
  if (hasOwnServices && !outcome.output.split('\n').includes(reportedLine(reported)))
    return [`${suite.name} did not run on services of its own with the versions of the combination`];
  return [];
}
