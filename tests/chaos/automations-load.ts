import { setTimeout as wait } from 'node:timers/promises';
import { mapParallel } from '../security/client.ts';
import { askFor } from './ask.ts';
import type { Contact, Started } from './automations-contacts.ts';
import type { Owner } from './automations-tenant.ts';
import type { Environment } from './environment.ts';

const CONCURRENCY = 40;

/** Creates the contacts and starts a run for each, evenly over the time span. */
export async function startRuns(environment: Environment, owner: Owner, contacts: Contact[], spanMs: number): Promise<Started[]> {
  const startedAt = Date.now();
  return mapParallel([...contacts.entries()], CONCURRENCY, async ([i, contact]) => {
    await wait(Math.max(0, startedAt + (i * spanMs) / contacts.length - Date.now()));
    const { name, phone, order } = contact;
    const { id: contactId } = await askFor(environment, owner, '/v3/contacts', { firstName: name, phoneNumber: phone }, i);
    await askFor(environment, owner, `/v3/automations/${owner.automationId}/trigger`, { contactId, variables: { order } }, i);
    return { ...contact, contactId };
  });
}
