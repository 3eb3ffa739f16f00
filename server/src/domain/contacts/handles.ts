import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, toDeleteResult } from '../../storage/deletion.ts';
import { inheritStops } from '../consents/index.ts';
import type { Contact, Handle } from './contact.ts';
import { demoteHandles, insertHandles, lockContact, promoteHandle, touchContact } from './contacts.store.ts';
import { getContact, type HandleInput, handleTaken, publishUpdated } from './contacts.ts';
import { matchValue } from './handle-match.ts';
import { deleteHandle, hasChatsOf, promoteOldest } from './handles.store.ts';

const MOST_HANDLES = 50;

const lockedContact = async (ctx: Ctx, id: string): Promise<Contact> =>
  getContact(ctx, found(isId(id) ? await lockContact(ctx, id) : undefined, 'contact_not_found'));

/**
 * Adds a handle to a contact. The first one of a type is primary, a later one if it says so. A handle that the contact has in any
 * spelling is not added again.
 */
export const addHandle = (ctx: Ctx, contactId: string, wanted: HandleInput): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    const contact = await lockedContact(ctx, contactId);
    const known = findSame(contact.handles, wanted);
    if (known && (known.isPrimary || !wanted.isPrimary)) return contact;
    if (wanted.isPrimary) await demoteHandles(ctx, contact.id, wanted.type);
    if (known) await promoteHandle(ctx, contact.id, wanted.type, known.value);
    else await insertNew(ctx, contact, wanted);
    await touchContact(ctx, contact.id);
    return publishUpdated(ctx, contact.id, {});
  });

const findSame = (handles: Handle[], { type, value }: HandleInput): Handle | undefined =>
  handles.find((handle) => handle.type === type && matchValue(type, handle.value) === matchValue(type, value));

async function insertNew(ctx: Ctx, { id, handles }: Contact, { type, value, isPrimary, extra = {} }: HandleInput): Promise<void> {
  if (handles.length >= MOST_HANDLES)
    throw new Failure('conflict', { message: `A contact has at most ${MOST_HANDLES} handles; remove one first` });
  const isFirst = !handles.some((handle) => handle.type === type);
  const handle = { id: idFor(ctx), type, value, isPrimary: isPrimary ?? isFirst, extra };
  await explainConflicts(handleTaken, () => insertHandles(ctx, id, [handle]));
  await inheritStops(ctx, [id]); // who has unsubscribed is not written to at a new address either
}

/**
 * Removes a handle. Refuses one with chats: they would be deleted with it. If it was primary, the oldest other one of its type becomes
 * primary. A contact may have no handle at all.
 */
export const removeHandle = (ctx: Ctx, contactId: string, handleId: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const contact = await lockedContact(ctx, contactId);
    const handle = contact.handles.find(({ id }) => id === handleId.toLowerCase());
    if (!handle) return toDeleteResult([handleId], []);
    if (await hasChatsOf(ctx, handle.id))
      throw new Failure('conflict', {
        message: 'This handle has chats, which would be deleted with it; delete them first, or keep the handle',
      });
    await deleteHandle(ctx, handle.id);
    if (handle.isPrimary) await promoteOldest(ctx, contact.id, handle.type);
    await touchContact(ctx, contact.id);
    await publishUpdated(ctx, contact.id, {});
    return toDeleteResult([handleId], [handle.id]);
  });
