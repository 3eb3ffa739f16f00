import sql from 'sql-template-tag';
import { type Ctx, inTransaction, row } from '../../storage/context.ts';
import { type ContactFields, updateContactRow } from './contacts.store.ts';
import { publishUpdated } from './contacts.ts';

/** A profile as the provider returns it. */
export type Profile = { name: string | null; username: string | null };

type Nameless = { contactId: string; address: string; displayName: string | null };

const LONGEST_NAME = 100;

/** Returns the contact of a handle as long as it has neither a first nor a last name. */
export const findNameless = (ctx: Ctx, handleId: string): Promise<Nameless | undefined> => select(ctx, handleId, sql``);

const select = (ctx: Ctx, handleId: string, lock: ReturnType<typeof sql>) =>
  row<Nameless>(
    ctx,
    sql`select k.id as "contactId", h.value as address, k.display_name as "displayName"
        from handles h join contacts k on k.tenant_id = h.tenant_id and k.id = h.contact_id
        where h.tenant_id = ${ctx.tenantId} and h.id = ${handleId} and k.first_name is null and k.last_name is null ${lock}`,
  );

/** Sets the names of a contact from its profile, unless it got a name or was deleted in the meantime. */
export const nameContact = (ctx: Ctx, handleId: string, profile: Profile): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const contact = await select(ctx, handleId, sql`for update of k`);
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
