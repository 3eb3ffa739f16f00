import { nameOf, type Service, type ServiceVersion, services, versionsOf } from './table.ts';

/** One version of each service. */
export type Combination = Record<Service, ServiceVersion>;

/**
 * Returns the combinations that are run: all services at their newest version, all at their oldest, and each older version alone beside the
 * newest of the others. With two versions of each service every pair of versions is in one of them (ADR 100).
 */
export function combinationsOf(table: ServiceVersion[]): Combination[] {
  const newest = pick(table, -1);
  const alone = table.filter((row) => newest[row.service] !== row).map((row): Combination => ({ ...newest, [row.service]: row }));
  const all = [newest, pick(table, 0), ...alone];
  return all.filter((one, i) => all.findIndex((other) => titleOf(other) === titleOf(one)) === i);
}

/** Returns the name of a combination: `postgresql-15 nats-2.9 redis-7`. */
export const titleOf = (combination: Combination): string => services.map((service) => nameOf(combination[service])).join(' ');

function pick(table: ServiceVersion[], index: number): Combination {
  const one = (service: Service): ServiceVersion => {
    const found = versionsOf(service, table).at(index);
    if (!found) throw new Error(`No version of ${service} is in the table; add a row to tests/versions/table.ts`);
    return found;
  };
  return { postgresql: one('postgresql'), nats: one('nats'), counters: one('counters') };
}
