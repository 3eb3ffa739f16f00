import { type Ctx, inTransaction } from '../../storage/context.ts';
import { type ContactFields, updateContactRow } from './contacts.store.ts';
import { publishUpdated } from './contacts.ts';
import { lockNameless, type Nameless } from './profile-names.store.ts';

/** A profile as the provider returns it. */
export type Profile = { name: string | null; username: string | null };

const LONGEST_NAME = 100;

/** Sets the names of a contact from its profile, unless it got a name or was deleted in the meantime. */
export const nameContact = (ctx: Ctx, handleId: string, profile: Profile): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const contact = await lockNameless(ctx, handleId);
    const names = contact && namesOf(profile, contact);
    if (!names) return;
    await updateContactRow(ctx, contact.contactId, names);
    await publishUpdated(ctx, contact.contactId, {});
  });

/** Returns the names of a profile. The first word is the first name. A profile with a username only sets the display name. */
export function namesOf({ name, username }: Profile, { displayName }: Pick<Nameless, 'displayName'>): ContactFields | undefined {
  const [first, ...others] = (name ?? '').split(/\s+/).filter((word) => word !== '');
  if (first !== undefined) return { firstName: cut(first), lastName: cut(others.join(' ')) || null };
  const shown = cut((username ?? '').trim());
  return shown && displayName === null ? { displayName: shown } : undefined;
}

const cut = (text: string): string => Array.from(text).slice(0, LONGEST_NAME).join('');
