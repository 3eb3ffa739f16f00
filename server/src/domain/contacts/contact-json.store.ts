import sql, { raw, type Sql } from 'sql-template-tag';
import { type Contact, type ContactChat, type Handle, type StoredContact, withDerived } from './contact.ts';

/**
 * Returns the SQL of a whole contact as one JSON value, so that a query for a chat or an event reads its contact too. `alias` is
 * the contacts table in that query.
 */
export const contactJson = (alias: string): Sql => {
  const k = raw(alias);
  return sql`json_build_object('id', ${k}.id, 'firstName', ${k}.first_name, 'lastName', ${k}.last_name,
    'displayName', ${k}.display_name, 'isSubscribed', ${k}.is_subscribed, 'metadata', ${k}.metadata,
    'createdAt', ${k}.created_at, 'updatedAt', ${k}.updated_at,
    'handles', (select coalesce(json_agg(json_build_object('id', kh.id, 'type', kh.type, 'value', kh.value,
        'isPrimary', kh.is_primary, 'extra', kh.extra, 'createdAt', kh.created_at, 'updatedAt', kh.updated_at)
        order by kh.created_at, kh.id), '[]')
      from handles kh where kh.tenant_id = ${k}.tenant_id and kh.contact_id = ${k}.id),
    'labels', (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) order by cl.created_at, l.id), '[]')
      from contact_labels cl join labels l on l.tenant_id = cl.tenant_id and l.id = cl.label_id
      where cl.tenant_id = ${k}.tenant_id and cl.contact_id = ${k}.id),
    'attributes', (select coalesce(json_agg(json_build_object('id', a.id, 'externalId', a.external_id, 'name', a.name,
        'type', a.type, 'value', ca.value) order by a.created_at, a.id), '[]')
      from contact_attributes ca join attributes a on a.tenant_id = ca.tenant_id and a.id = ca.attribute_id
      where ca.tenant_id = ${k}.tenant_id and ca.contact_id = ${k}.id),
    'chats', (select coalesce(json_agg(json_build_object('id', kc.id, 'channelId', kc.channel_id, 'handleId', kc.handle_id,
        'status', kc.status, 'updatedAt', kc.updated_at) order by kc.updated_at desc, kc.id desc), '[]')
      from chats kc where kc.tenant_id = ${k}.tenant_id and kc.contact_id = ${k}.id))`;
};

type Json<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] };
type HandleJson = Omit<Json<Handle>, 'hasChats'>;
type ChatJson = Json<ContactChat> & { handleId: string };

/** The JSON of `contactJson`: times are texts, and all chats are included. */
export type ContactJson = Omit<Json<StoredContact>, 'handles' | 'chats'> & { handles: HandleJson[]; chats: ChatJson[] };

export function reviveContact(contact: ContactJson): Contact {
  const busyHandles = new Set(contact.chats.map((chat) => chat.handleId));
  return withDerived({
    ...contact,
    createdAt: new Date(contact.createdAt),
    updatedAt: new Date(contact.updatedAt),
    handles: contact.handles.map((handle) => ({
      ...handle,
      hasChats: busyHandles.has(handle.id),
      createdAt: new Date(handle.createdAt),
      updatedAt: new Date(handle.updatedAt),
    })),
    chats: contact.chats.map(({ id, channelId, status, updatedAt }) => ({
      id,
      channelId,
      status,
      updatedAt: new Date(updatedAt),
    })),
  });
}
