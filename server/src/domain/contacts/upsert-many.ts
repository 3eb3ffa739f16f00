import { publishMany } from '../../registry/publish.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type Attribute, ensureAttributes } from '../attributes/index.ts';
import { inheritStops } from '../consents/index.ts';
import { ensureLabels } from '../labels/index.ts';
import { contactDataOf } from './contact-data.store.ts';
import { deleteContacts, insertMissingHandles, selectKnownHandles } from './resolve-contacts.store.ts';
import {
  addressesOf,
  addressKey,
  type ContactUpsert,
  type ForeignField,
  groupByContact,
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
 * The contact of a line, or why the line was refused. `foreign` names the fields whose addresses belong to another contact and
 * stayed there.
 */
export type Upserted = { foreign: ForeignField[] } & (
  | { contactId: string; isNew: boolean; faults: [] }
  | { contactId: null; faults: ContactFault[] }
);

/**
 * Creates or updates thousands of contacts with a constant number of statements. Creates missing attributes and labels. Fields
 * that a line does not have keep their value.
 */
export const upsertContacts = (ctx: Ctx, wanted: WantedContact[]): Promise<Upserted[]> =>
  inTransaction(ctx, async (ctx) => {
    const shapes = wanted.map(shapeFaults);
    const wellFormed = wanted.filter((_, i) => shapes[i]?.length === 0);
    const attributes = await ensureAttributes(
      ctx,
      distinct(wellFormed.flatMap((one) => one.attributes.map((a) => a.externalId))),
    );
    const labels = await ensureLabels(ctx, distinct(wellFormed.flatMap((one) => one.labels)));
    const faults = wanted.map((one, i) => (shapes[i]?.length ? shapes[i] : valueFaults(one, attributes)));
    const taken = wanted.filter((_, i) => faults[i]?.length === 0);
    const lines = await saveLines(ctx, taken, attributes, labels);
    const next = lines.values();
    return faults.map((faults) => {
      if (faults.length > 0) return { contactId: null, faults, foreign: [] };
      const { contact, foreign } = next.next().value as Line;
      return { contactId: contact.id, isNew: contact.isNew, faults: [], foreign };
    });
  });

const distinct = (texts: string[]): string[] => [...new Set(texts)];

async function saveLines(
  ctx: Ctx,
  wanted: WantedContact[],
  attributes: Map<string, Attribute>,
  labels: Map<string, string>,
): Promise<Line[]> {
  if (wanted.length === 0) return [];
  const { lines, addressed } = await resolveLines(ctx, wanted, { attributes, labels });
  const contacts = contactsOf(lines);
  const renamed = await rename(
    ctx,
    contacts.filter(({ isNew }) => !isNew),
  );
  const changed = { attributes: await setManyAttributes(ctx, contacts), labels: await labelMany(ctx, contacts) };
  const parts = [...changed.attributes, ...changed.labels].map(({ contactId }) => contactId);
  const touched = new Set([...addressed, ...renamed, ...parts]);
  await publishChanges(
    ctx,
    contacts.filter(({ id, isNew }) => isNew || touched.has(id)),
    changed,
    attributes,
  );
  return lines;
}

const contactsOf = (lines: Line[]): ContactUpsert[] => [...new Set(lines.map(({ contact }) => contact))];

type ResolvedLines = { lines: Line[]; addressed: Set<string> };

/**
 * Resolves the lines to contacts and inserts the missing ones. If another transaction inserted one of the addresses, it deletes
 * its own and resolves again.
 */
async function resolveLines(ctx: Ctx, wanted: WantedContact[], parts: Omit<Known, 'contacts'>): Promise<ResolvedLines> {
  const addressed = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = { ...parts, contacts: await knownContacts(ctx, wanted) };
    const lines = groupByContact(wanted, known, () => idFor(ctx));
    const contacts = contactsOf(lines);
    const made = contacts.filter(({ isNew }) => isNew);
    if (made.length > 0) await insertNamed(ctx, made);
    const handles = contacts.flatMap(({ id, newAddresses }) =>
      newAddresses.map((address) => ({ ...address, id: idFor(ctx), contactId: id, aliasOf: null })),
    );
    const inserted = new Set(handles.length > 0 ? await insertMissingHandles(ctx, handles) : []);
    for (const { id, contactId } of handles) if (inserted.has(id)) addressed.add(contactId);
    if (inserted.size === handles.length) {
      await inheritStops(ctx, [...addressed]);
      return { lines, addressed };
    }
    await deleteContacts(
      ctx,
      made.map(({ id }) => id),
    );
  }
  throw new Error('concurrent imports inserted the same addresses in every round');
}

const MOST_ROUNDS = 10;

/** Returns the contact id of each known address, and locks these contacts. */
async function knownContacts(ctx: Ctx, wanted: WantedContact[]): Promise<Map<string, string>> {
  const addresses = new Map(wanted.flatMap(addressesOf).map((address) => [addressKey(address), address]));
  const handles = await selectKnownHandles(ctx, [...addresses.values()], []);
  const there = await lockContacts(ctx, distinct(handles.map(({ contactId }) => contactId)));
  const known = handles.filter(({ contactId }) => there.has(contactId));
  return new Map(known.map(({ matchType, matchValue, contactId }) => [`${matchType} ${matchValue}`, contactId]));
}

/** Publishes one event for each contact that is new or changed. */
async function publishChanges(
  ctx: Ctx,
  contacts: ContactUpsert[],
  changed: { attributes: ChangedPart[]; labels: ChangedPart[] },
  attributes: Map<string, Attribute>,
): Promise<void> {
  const updated = contacts.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (updated.length > 0) await touchContacts(ctx, updated);
  const data = await contactDataOf(
    ctx,
    contacts.map(({ id }) => id),
  );
  const isNew = new Set(contacts.filter((contact) => contact.isNew).map(({ id }) => id));
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
    labelsRemoved: [],
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
