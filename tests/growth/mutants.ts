import { atEnd } from '../chaos/endings.ts';
import { curves } from './curves.ts';
import { measureOperation } from './measure.ts';
import { operations } from './operations.ts';
import { openPlaces } from './places.ts';
import { openReceiver } from './receiver.ts';

/** An index that is dropped in the larger installations; the operation must then be too slow, and must not be before. */
type Mutant = { name: string; operation: string; index: string };

const mutants: Mutant[] = [
  { name: 'no indexes of chats by time', operation: 'list', index: 'chats_status, chats_latest, chats_assigned_user' },
  { name: 'no index of names', operation: 'contacts', index: 'contact_names_document' },
  { name: 'no index of words', operation: 'messages', index: 'message_search_document' },
];

/** Returns whether every mutant is caught. */
export async function testMutants(samples: number): Promise<boolean> {
  const curve = curves.find(({ name }) => name === 'chats');
  if (!curve) throw new Error('the curve of chats is missing');
  const receiver = await openReceiver();
  atEnd(receiver.close);
  const { places } = await openPlaces(
    { ...curve, sizes: { full: [1_000, 100_000], small: [1_000, 100_000] } },
    'small',
    receiver,
  );
  let caught = 0;
  for (const { name, operation: wanted, index } of mutants) {
    const operation = operations.find((one) => one.name === wanted);
    if (!operation) throw new Error(`there is no operation ${wanted}`);
    const isSlow = async () => (await measureOperation(operation, places, samples)).isSlow;
    const wasSlow = await isSlow();
    await places.at(-1)?.client.query(`drop index ${index}`);
    const found = !wasSlow && (await isSlow());
    if (found) caught++;
    console.log(`${found ? 'caught' : 'MISSED'}: ${name} (${wanted}${wasSlow ? ', too slow already with its index' : ''})`);
  }
  console.log(`planted=${mutants.length} caught=${caught}`);
  return caught === mutants.length;
}
