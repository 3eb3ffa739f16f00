import type { Faults } from './installation.ts';
import type { ScenarioName } from './main.ts';

/** A fault in the files that operators copy or in the server, the scenario that must find it, and the figure that must be wrong. */
type Mutant = Partial<Faults> & { name: string; scenario: ScenarioName; red: string };

export const mutants: Mutant[] = [
  {
    name: 'the receiver is not synchronous',
    scenario: 'withoutReceiver',
    red: 'lost',
    changes: [
      { file: 'postgresql.conf', pattern: /^synchronous_standby_names = .*$/m, replacement: "synchronous_standby_names = ''" },
    ],
  },
  {
    name: 'the last segment of the receiver is not used',
    scenario: 'toTheEnd',
    red: 'lost',
    changes: [{ file: 'restore-wal', pattern: / "\$received\/\$name\.partial"/, replacement: '' }],
  },
  {
    name: 'archiving stops after the first backup, and PostgreSQL sees success',
    scenario: 'toTheEnd',
    red: 'archiveMissing',
    afterBackup: ["alter system set archive_command = 'true'", 'select pg_reload_conf()'],
  },
  {
    name: 'a worker sends a message again whose outcome is unknown',
    scenario: 'toTheEnd',
    red: 'dup',
    replacements: [[/return \{ do: 'mark_unknown' \};/, "return { do: 'send', isRepeat: true };"]],
  },
  {
    name: 'messages that waited at the restored moment are sent',
    scenario: 'pointInTime',
    red: 'dup',
    replacements: [[/held \+= await holdRestored\(as\(tenantId\), until\);/, 'held += 1;']],
  },
];
