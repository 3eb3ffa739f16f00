import { setTimeout as wait } from 'node:timers/promises';
import { mapParallel } from '../security/client.ts';
import { askFor } from './ask.ts';
import type { Person, Started } from './automations-people.ts';
import type { Owner } from './automations-tenant.ts';
import type { Environment } from './environment.ts';

const AT_ONCE = 40;

/** Makes a contact of everybody and starts a run for them, at an even pace. */
export async function startRuns(environment: Environment, owner: Owner, people: Person[], spanMs: number): Promise<Started[]> {
  const startedAt = Date.now();
  return mapParallel([...people.entries()], AT_ONCE, async ([i, person]) => {
    await wait(Math.max(0, startedAt + (i * spanMs) / people.length - Date.now()));
    const { name, phone, order } = person;
    const { id: contactId } = await askFor(environment, owner, '/v3/contacts', { firstName: name, phoneNumber: phone }, i);
    await askFor(environment, owner, `/v3/automations/${owner.automationId}/trigger`, { contactId, variables: { order } }, i);
    return { ...person, contactId };
  });
}
