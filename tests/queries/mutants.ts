import { checkStatement } from './check-statement.ts';
import { type GrownDatabase, inGrownDatabase } from './database.ts';
import { LARGE_TENANT } from './fill.ts';
import { fingerprintOf, type Sent } from './statements.ts';

/** Statements that become slow when a table grows, and one that needs an index which is dropped. */
type Mutant = { name: string; text: string; values: string[]; drop?: string };

const CHAT = '019a0000-0000-700c-8000-000000000001';
const mutants: Mutant[] = [
  { name: 'no index', text: 'select id from messages where tenant_id = $1 and vendor_id = $2', values: [LARGE_TENANT, 'v 1'] },
  { name: 'reads all rows of a tenant', text: 'select id from contacts where tenant_id = $1', values: [LARGE_TENANT] },
  {
    name: 'sorts all rows of a tenant',
    text: 'select id from chats where tenant_id = $1 order by unread_count, id limit 20',
    values: [LARGE_TENANT],
  },
  {
    name: 'dropped index',
    text: 'select id from messages where tenant_id = $1 and chat_id = $2 order by id desc limit 50',
    values: [LARGE_TENANT, CHAT],
    drop: 'messages_chat',
  },
];

const sentBy = ({ text, values }: Mutant): Sent => {
  const recorded = { role: 'patchbay_app', tenantId: LARGE_TENANT, viewer: [], name: '', text, values };
  return { fingerprint: fingerprintOf(recorded), text, samples: [recorded] };
};

const hasFault = async (database: GrownDatabase, mutant: Mutant): Promise<boolean> =>
  (await checkStatement(database, sentBy(mutant), 'mutant')).faults.length > 0;

/** A mutant with an index to drop must be without fault as long as the index is there. */
async function isCaught(database: GrownDatabase, mutant: Mutant): Promise<boolean> {
  if (!mutant.drop) return hasFault(database, mutant);
  if (await hasFault(database, mutant)) return false;
  await database.client.query(`drop index ${mutant.drop}`);
  return hasFault(database, mutant);
}

/** Returns whether every mutant is caught. */
export const testMutants = (rows: number): Promise<boolean> =>
  inGrownDatabase(rows, async (database) => {
    let caught = 0;
    for (const mutant of mutants) {
      const found = await isCaught(database, mutant);
      if (found) caught++;
      console.log(`${found ? 'caught' : 'MISSED'}: ${mutant.name}`);
    }
    console.log(`planted=${mutants.length} caught=${caught}`);
    return caught === mutants.length;
  });
