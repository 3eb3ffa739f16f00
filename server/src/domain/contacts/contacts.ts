import { publish } from '../../catalogue/publish.ts';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { explainConflicts } from '../../storage/violations.ts';
import type { Contact } from './contact.ts';
import { type AttributeChange, attachLabels, setAttributes } from './contact-parts.ts';
import {
  type ContactFields,
  demoteHandles,
  insertContact,
  insertHandles,
  lockContact,
  type NewHandle,
  promoteHandle,
  selectContact,
  updateContactRow,
} from './contacts.store.ts';
import type { HandleType } from './handle-match.ts';

export type HandleInput = { type: HandleType; value: string; isPrimary?: boolean; extra?: object };

export type ContactInput = ContactFields & { phoneNumber?: string; email?: string; attributes?: AttributeChange[] };
export type NewContact = ContactInput & { handles?: HandleInput[]; labelIds?: string[] };

const handleTaken = {
  handles_tenant_id_type_match_value_key: 'Another contact has this phone number, email or handle already',
  handles_one_primary: 'A contact has at most one primary handle of each type',
};

export const findContact = async (ctx: Ctx, id: string): Promise<Contact | undefined> =>
  isId(id) ? selectContact(ctx, id) : undefined;

export const getContact = async (ctx: Ctx, id: string): Promise<Contact> =>
  found(await findContact(ctx, id), 'contact_not_found');

export const createContact = (ctx: Ctx, wanted: NewContact): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    const id = idFor(ctx);
    await insertContact(ctx, id, wanted);
    await explainConflicts(handleTaken, () => insertHandles(ctx, id, newHandles(ctx, wanted)));
    if (wanted.labelIds) await attachLabels(ctx, id, wanted.labelIds);
    if (wanted.attributes) await setAttributes(ctx, id, wanted.attributes);
    return tell(ctx, 'contact.created', id);
  });

export const updateContact = (ctx: Ctx, id: string, changes: ContactInput): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    await requireContact(ctx, id);
    await updateContactRow(ctx, id, changes);
    if (changes.phoneNumber) await setPrimary(ctx, id, 'phone_number', changes.phoneNumber);
    if (changes.email) await setPrimary(ctx, id, 'email', changes.email);
    if (changes.attributes) await setAttributes(ctx, id, changes.attributes);
    return tell(ctx, 'contact.updated', id);
  });

/** Its handles, labels, attribute values, chats and their messages go with it. */
export const deleteContact = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const result = await deleteByIds(ctx, 'contacts', [id]);
    for (const deleted of result.deletedIds) await publish(ctx, 'contact.deleted', null, { id: deleted });
    return result;
  });

/** Adding a label that is there already changes nothing, not even updatedAt. */
export const addLabels = (ctx: Ctx, contactId: string, labelIds: string[]): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    await requireContact(ctx, contactId);
    if (!(await attachLabels(ctx, contactId, labelIds))) return getContact(ctx, contactId);
    await updateContactRow(ctx, contactId, {});
    return tell(ctx, 'contact.updated', contactId);
  });

async function tell(ctx: Ctx, type: 'contact.created' | 'contact.updated', id: string): Promise<Contact> {
  const contact = await getContact(ctx, id);
  const { firstName, lastName, displayName, isSubscribed, phoneNumber, email } = contact;
  await publish(ctx, type, null, { id, firstName, lastName, displayName, isSubscribed, phoneNumber, email });
  return contact;
}

async function requireContact(ctx: Ctx, id: string): Promise<void> {
  found((isId(id) && (await lockContact(ctx, id))) || undefined, 'contact_not_found');
}

/** phoneNumber and email are short for primary handles. The first handle of a type is primary unless another says so. */
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
