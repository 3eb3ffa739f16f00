import { publishMany } from '../../registry/publish.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type Attribute, ensureAttributes } from '../attributes/index.ts';
import { inheritStops } from '../consents/index.ts';
import { ensureLabels } from '../labels/index.ts';
import { contactDataOf } from './contact-data.store.ts';
import { insertMissingHandles, removePeople, selectKnownHandles } from './resolve-contacts.store.ts';
import {
  addressesOf,
  addressKey,
  type ForeignField,
  type Gathered,
  gatherPeople,
  type Known,
  type Line,
} from './upsert-batch.ts';
import { type ContactFault, shapeFaults, valueFaults, type WantedContact } from './upsert-check.ts';
import {
  type ChangedPart,
  insertNamed,
  labelMany,
  lockContacts,
  rename,
  setManyAttributes,
  touchContacts,
} from './upsert-many.store.ts';

/**
 * For each line of the list the contact it became, or why it was not taken. `foreign` names addresses of the line that belong to
 * another contact and stayed there.
 */
export type Upserted = { foreign: ForeignField[] } & (
  | { contactId: string; isNew: boolean; faults: [] }
  | { contactId: null; faults: ContactFault[] }
);

/**
 * Finds or makes the contacts of a list, thousands at a time, and gives them names, attributes and labels: a few statements,
 * however long it is. Attributes and labels that are missing are made. What a line does not say stays as it is.
 */
export const upsertContacts = (ctx: Ctx, wanted: WantedContact[]): Promise<Upserted[]> =>
  inTransaction(ctx, async (ctx) => {
    const shapes = wanted.map(shapeFaults);
    const shapely = wanted.filter((_, i) => shapes[i]?.length === 0);
    const attributes = await ensureAttributes(ctx, distinct(shapely.flatMap((one) => one.attributes.map((a) => a.externalId))));
    const labels = await ensureLabels(ctx, distinct(shapely.flatMap((one) => one.labels)));
    const faults = wanted.map((one, i) => (shapes[i]?.length ? shapes[i] : valueFaults(one, attributes)));
    const taken = wanted.filter((_, i) => faults[i]?.length === 0);
    const people = await bringIn(ctx, taken, attributes, labels);
    const next = people.values();
    return faults.map((faults) => {
      if (faults.length > 0) return { contactId: null, faults, foreign: [] };
      const { person, foreign } = next.next().value as Line;
      return { contactId: person.id, isNew: person.isNew, faults: [], foreign };
    });
  });

const distinct = (texts: string[]): string[] => [...new Set(texts)];

async function bringIn(
  ctx: Ctx,
  wanted: WantedContact[],
  attributes: Map<string, Attribute>,
  labels: Map<string, string>,
): Promise<Line[]> {
  if (wanted.length === 0) return [];
  const { lines, addressed } = await settle(ctx, wanted, { attributes, labels });
  const people = peopleOf(lines);
  const renamed = await rename(
    ctx,
    people.filter(({ isNew }) => !isNew),
  );
  const changed = { attributes: await setManyAttributes(ctx, people), labels: await labelMany(ctx, people) };
  const parts = [...changed.attributes, ...changed.labels].map(({ contactId }) => contactId);
  const touched = new Set([...addressed, ...renamed, ...parts]);
  await tell(
    ctx,
    people.filter(({ id, isNew }) => isNew || touched.has(id)),
    changed,
    attributes,
  );
  return lines;
}

const peopleOf = (lines: Line[]): Gathered[] => [...new Set(lines.map(({ person }) => person))];

type Settled = { lines: Line[]; addressed: Set<string> };

/**
 * Decides who is who and makes those who are missing. Where somebody else brought one of them in this very moment, it is
 * theirs, and everything is looked at again.
 */
async function settle(ctx: Ctx, wanted: WantedContact[], parts: Omit<Known, 'contacts'>): Promise<Settled> {
  const addressed = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const contacts = await knownContacts(ctx, wanted);
    const lines = gatherPeople(wanted, { ...parts, contacts }, () => idFor(ctx));
    const people = peopleOf(lines);
    const made = people.filter(({ isNew }) => isNew);
    if (made.length > 0) await insertNamed(ctx, made);
    const handles = people.flatMap(({ id, newAddresses }) =>
      newAddresses.map((address) => ({ ...address, id: idFor(ctx), contactId: id, aliasOf: null })),
    );
    const inserted = new Set(handles.length > 0 ? await insertMissingHandles(ctx, handles) : []);
    for (const { id, contactId } of handles) if (inserted.has(id)) addressed.add(contactId);
    if (inserted.size === handles.length) {
      await inheritStops(ctx, [...addressed]);
      return { lines, addressed };
    }
    await removePeople(
      ctx,
      made.map(({ id }) => id),
    );
  }
  throw new Error('the same people were brought in by others again and again');
}

const MOST_ROUNDS = 10;

/** Whose each address is, of contacts that stay until the transaction ends. */
async function knownContacts(ctx: Ctx, wanted: WantedContact[]): Promise<Map<string, string>> {
  const addresses = new Map(wanted.flatMap(addressesOf).map((address) => [addressKey(address), address]));
  const handles = await selectKnownHandles(ctx, [...addresses.values()], []);
  const there = await lockContacts(ctx, distinct(handles.map(({ contactId }) => contactId)));
  const known = handles.filter(({ contactId }) => there.has(contactId));
  return new Map(known.map(({ matchType, matchValue, contactId }) => [`${matchType} ${matchValue}`, contactId]));
}

/** One event for each contact that is new or was changed. */
async function tell(
  ctx: Ctx,
  people: Gathered[],
  changed: { attributes: ChangedPart[]; labels: ChangedPart[] },
  attributes: Map<string, Attribute>,
): Promise<void> {
  const updated = people.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (updated.length > 0) await touchContacts(ctx, updated);
  const data = await contactDataOf(
    ctx,
    people.map(({ id }) => id),
  );
  const isNew = new Set(people.filter((person) => person.isNew).map(({ id }) => id));
  await publishMany(
    ctx,
    'contact.created',
    null,
    data.filter(({ id }) => isNew.has(id)),
  );
  const labelsAdded = byContact(changed.labels);
  const attributesChanged = byContact(changed.attributes);
  const externalIds = new Map([...attributes.values()].map(({ id, externalId }) => [id, externalId]));
  const changes = (id: string) => ({
    labelsAdded: labelsAdded.get(id) ?? [],
    attributesChanged: (attributesChanged.get(id) ?? []).map((attributeId) => externalIds.get(attributeId) ?? attributeId),
  });
  await publishMany(
    ctx,
    'contact.updated',
    null,
    data.filter(({ id }) => !isNew.has(id)).map((contact) => ({ ...contact, changes: changes(contact.id) })),
  );
}

function byContact(parts: ChangedPart[]): Map<string, string[]> {
  const byContact = new Map<string, string[]>();
  for (const { contactId, partId } of parts) byContact.set(contactId, [...(byContact.get(contactId) ?? []), partId]);
  return byContact;
}
