import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { publish } from '../../registry/publish.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds, toDeleteResult } from '../../storage/deletion.ts';
import { listAttributes } from '../attributes/index.ts';
import { inheritStops } from '../consents/index.ts';
import { requestAssignment } from '../users/index.ts';
import type { Contact } from './contact.ts';
import { type AttributeChange, attachLabels, setAttributes } from './contact-parts.ts';
import {
  type ContactFields,
  deleteContactLabels,
  demoteHandles,
  insertContact,
  insertHandles,
  lockContact,
  type NewHandle,
  promoteHandle,
  selectContact,
  touchContact,
  updateContactRow,
} from './contacts.store.ts';
import type { HandleType } from './handle-match.ts';
import { selectMergedIds } from './merge.store.ts';
import { stateSubscription } from './subscription.ts';

export type HandleInput = { type: HandleType; value: string; isPrimary?: boolean; extra?: object };

export type ContactInput = ContactFields & { phoneNumber?: string; email?: string; attributes?: AttributeChange[] };
export type NewContact = ContactInput & { handles?: HandleInput[]; labelIds?: string[] };

export const handleTaken = {
  handles_tenant_id_type_match_value_key: 'Another contact has this phone number, email or handle already',
  handles_one_primary: 'A contact has at most one primary handle of each type',
};

export const findContact = async (ctx: Ctx, id: string): Promise<Contact | undefined> =>
  isId(id) ? selectContact(ctx, id) : undefined;

export const getContact = async (ctx: Ctx, id: string): Promise<Contact> =>
  found(await findContact(ctx, id), 'contact_not_found');

/** Returns the id of a contact and the ids that were merged into it. */
export async function getContactIds(ctx: Ctx, id: string): Promise<string[]> {
  const contact = await getContact(ctx, id);
  return [contact.id, ...(await selectMergedIds(ctx, contact.id))];
}

export const createContact = (ctx: Ctx, wanted: NewContact): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    const id = idFor(ctx);
    await insertContact(ctx, id, wanted);
    await explainConflicts(handleTaken, () => insertHandles(ctx, id, newHandles(ctx, wanted)));
    if (wanted.isSubscribed !== undefined) await stateSubscription(ctx, id, wanted.isSubscribed, true);
    if (wanted.labelIds) await attachLabels(ctx, id, wanted.labelIds);
    if (wanted.attributes) await setAttributes(ctx, id, wanted.attributes);
    return publishCreated(ctx, id);
  });

export const updateContact = (ctx: Ctx, contactId: string, changes: ContactInput): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    const id = await requireContact(ctx, contactId);
    await updateContactRow(ctx, id, changes);
    if (changes.phoneNumber) await setPrimary(ctx, id, 'phone_number', changes.phoneNumber);
    if (changes.email) await setPrimary(ctx, id, 'email', changes.email);
    await inheritStops(ctx, changes.phoneNumber || changes.email ? [id] : []);
    if (changes.isSubscribed !== undefined) await stateSubscription(ctx, id, changes.isSubscribed, false);
    const attributesChanged = changes.attributes ? await setAttributes(ctx, id, changes.attributes) : [];
    return publishUpdated(ctx, id, { attributesChanged });
  });

/** Deletes a contact with its handles, labels, attribute values, chats, messages, and the ids that were merged into it. */
export const deleteContact = (ctx: Ctx, contactId: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const id = isId(contactId) ? await lockContact(ctx, contactId) : undefined;
    if (id === undefined) return toDeleteResult([contactId], []);
    await deleteByIds(ctx, 'contacts', [id]);
    await publish(ctx, 'contact.deleted', null, { id });
    await requestAssignment(ctx); // its chats are gone
    return toDeleteResult([contactId], [contactId]);
  });

/** Adds labels. A label that the contact already has changes nothing, not even updatedAt. */
export const addLabels = (ctx: Ctx, id: string, labelIds: string[]): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    const contactId = await requireContact(ctx, id);
    const labelsAdded = await attachLabels(ctx, contactId, labelIds);
    if (labelsAdded.length === 0) return getContact(ctx, contactId);
    await touchContact(ctx, contactId);
    return publishUpdated(ctx, contactId, { labelsAdded });
  });

/** Removes labels. A label that the contact does not have changes nothing. Returns the ids that it had. */
export const removeLabels = (ctx: Ctx, id: string, labelIds: string[]): Promise<string[]> =>
  inTransaction(ctx, async (ctx) => {
    const contactId = await requireContact(ctx, id);
    const labelsRemoved = await deleteContactLabels(ctx, contactId, labelIds.filter(isId));
    if (labelsRemoved.length === 0) return [];
    await touchContact(ctx, contactId);
    await publishUpdated(ctx, contactId, { labelsRemoved });
    return labelsRemoved;
  });

export const removeLabel = async (ctx: Ctx, id: string, labelId: string): Promise<DeleteResult> =>
  toDeleteResult([labelId], await removeLabels(ctx, id, [labelId]));

/** Sets the value of one attribute by its external id; null deletes the value. */
export async function setAttributeNamed(ctx: Ctx, contactId: string, externalId: string, value: unknown): Promise<void> {
  const attribute = (await listAttributes(ctx)).find((one) => one.externalId === externalId);
  if (!attribute) throw new Failure('conflict', { message: `There is no attribute ${externalId} any more` });
  await updateContact(ctx, contactId, { attributes: [{ id: attribute.id, value }] });
}

async function publishCreated(ctx: Ctx, id: string): Promise<Contact> {
  const contact = await getContact(ctx, id);
  await publish(ctx, 'contact.created', null, contactData(contact));
  return contact;
}

type Changes = { labelsAdded?: string[]; labelsRemoved?: string[]; attributesChanged?: string[] };

export async function publishUpdated(
  ctx: Ctx,
  id: string,
  { labelsAdded = [], labelsRemoved = [], attributesChanged = [] }: Changes,
): Promise<Contact> {
  const contact = await getContact(ctx, id);
  const changes = { labelsAdded, labelsRemoved, attributesChanged };
  await publish(ctx, 'contact.updated', null, { ...contactData(contact), changes });
  return contact;
}

const contactData = ({ id, firstName, lastName, displayName, isSubscribed, phoneNumber, email }: Contact) => ({
  id,
  firstName,
  lastName,
  displayName,
  isSubscribed,
  phoneNumber,
  email,
});

const requireContact = async (ctx: Ctx, id: string): Promise<string> =>
  found(isId(id) ? await lockContact(ctx, id) : undefined, 'contact_not_found');

/**
 * Returns the handles of a new contact. phoneNumber and email become primary handles. The first handle of a type is primary
 * unless another one is declared primary.
 */
function newHandles(ctx: Ctx, { phoneNumber, email, handles = [] }: NewContact): NewHandle[] {
  const shorthand: HandleInput[] = [];
  if (phoneNumber) shorthand.push({ type: 'phone_number', value: phoneNumber, isPrimary: true });
  if (email) shorthand.push({ type: 'email', value: email, isPrimary: true });
  const all = [...shorthand, ...handles];
  const claimed = new Set(all.filter((handle) => handle.isPrimary).map((handle) => handle.type));
  return all.map((handle) => {
    const isPrimary = handle.isPrimary ?? !claimed.has(handle.type);
    if (isPrimary) claimed.add(handle.type);
    return { id: idFor(ctx), type: handle.type, value: handle.value, isPrimary, extra: handle.extra ?? {} };
  });
}

async function setPrimary(ctx: Ctx, contactId: string, type: HandleType, value: string): Promise<void> {
  await demoteHandles(ctx, contactId, type);
  if (await promoteHandle(ctx, contactId, type, value)) return;
  const handle: NewHandle = { id: idFor(ctx), type, value, isPrimary: true, extra: {} };
  await explainConflicts(handleTaken, () => insertHandles(ctx, contactId, [handle]));
}
