import type { Machine } from './machine.ts';

const UNITS = ['patchbay-api@8081', 'patchbay-worker', 'patchbay-migrate', 'patchbay-sandbox'];

/** How systemd rates the protection of each unit. */
export async function hardeningOf(machine: Machine): Promise<{ unit: string; exposure: number }[]> {
  return Promise.all(
    UNITS.map(async (unit) => {
      const said = await machine.run(['systemd-analyze', 'security', '--no-pager', `${unit}.service`]);
      const exposure = Number(/Overall exposure level for .*: ([\d.]+)/.exec(said)?.[1] ?? 10);
      return { unit, exposure };
    }),
  );
}
