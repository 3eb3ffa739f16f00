import { type Ctx, inTransaction } from '../../storage/context.ts';
import { type ContactFields, updateContactRow } from './contacts.store.ts';
import { tellUpdated } from './contacts.ts';
import { lockNameless, type Nameless } from './profile-names.store.ts';

/** What a provider tells of a person. */
export type Profile = { name: string | null; username: string | null };

const LONGEST_NAME = 100;

/** Names a contact as its provider does, unless it got a name or was deleted meanwhile. */
export const nameContact = (ctx: Ctx, handleId: string, profile: Profile): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const contact = await lockNameless(ctx, handleId);
    const names = contact && namesOf(profile, contact);
    if (!names) return;
    await updateContactRow(ctx, contact.contactId, names);
    await tellUpdated(ctx, contact.contactId, {});
  });

/** The first word is the first name. Somebody who shows only a username is displayed by it. */
export function namesOf({ name, username }: Profile, { displayName }: Pick<Nameless, 'displayName'>): ContactFields | undefined {
  const [first, ...others] = (name ?? '').split(/\s+/).filter((word) => word !== '');
  if (first !== undefined) return { firstName: cut(first), lastName: cut(others.join(' ')) || null };
  const shown = cut((username ?? '').trim());
  return shown && displayName === null ? { displayName: shown } : undefined;
}

const cut = (text: string): string => Array.from(text).slice(0, LONGEST_NAME).join('');
