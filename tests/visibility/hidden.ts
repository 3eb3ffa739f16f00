import { eventDefinition } from '../../server/src/registry/events.ts';
import { SHORTEST_MARK } from '../security/marks.ts';
import type { Snapshot } from '../security/rows.ts';
import { sees, type View } from './view.ts';

type Row = Record<string, unknown>;

/** Written in passing, or a copy of what other tables hold. */
const IGNORED = new Set(['request_log', 'audit_log', 'idempotency_keys', 'jobs', 'automation_name_parts']);
/** Their ids are enough to call another row hidden: a step by its run, a consent by its address. */
const CARRIERS = new Set([
  'chats',
  'contacts',
  'handles',
  'messages',
  'automation_runs',
  'campaign_recipients',
  'chat_notes',
  'files',
]);

/** Two rows can have the same time. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+/;

export type Hidden = { marks: string[]; rows: Map<string, string>; chatIds: string[] };

/**
 * Finds what a user must not see, from the rows as a role without policies reads them: the chats that `sees` denies, the contacts without a
 * visible chat, the files that are in none, the bulk actions of others, and every row of any table that names one of these. New tables need no code here.
 */
export function findHidden(snapshot: Snapshot, tenantId: string, view: View): Hidden {
  const own = snapshot.filter((one) => one.tenantId === tenantId && !IGNORED.has(one.table));
  const parsed = own.map(({ table, row }) => ({ table, text: row, row: JSON.parse(row) as Row }));
  const of = (name: string) => parsed.filter(({ table }) => table === name).map(({ row }) => row);
  const chats = of('chats');
  const visible = chats.filter((chat) => sees(view, assignedIn(chat)));
  const hiddenChats = chats.filter((chat) => !visible.includes(chat));
  const withChat = new Set(visible.map((chat) => chat.contact_id));
  const contacts = of('contacts').filter(({ id, created_by_user_id: by }) => !withChat.has(id) && by !== view.userId);
  const visibleChatIds = new Set(visible.map(({ id }) => id));
  const withLink = new Set(of('chat_files').flatMap(({ file_id, chat_id }) => (visibleChatIds.has(chat_id) ? [file_id] : [])));
  const files = of('files').filter(({ id, uploaded_by_user_id: by }) => !withLink.has(id) && by !== view.userId);
  const channels = of('channels').filter(({ id }) => view.channelIds !== null && !view.channelIds.includes(String(id)));
  const bulkActions = of('bulk_actions').filter(({ user_id: by }) => by !== view.userId);
  const ids = new Set([...hiddenChats, ...contacts, ...files, ...channels, ...bulkActions].map(({ id }) => String(id)));
  const rows = closure(parsed, ids);
  const isConfiguration = ({ table }: Parsed) => CONFIGURATION.has(table);
  /** By its definition, not by its row: it holds nothing but ids. */
  const isForEveryone = ({ table, row }: Parsed) =>
    table === 'events' && eventDefinition(String(row.type))?.visibility === 'everyone';
  const shown = new Set<unknown>(of('channels').map(({ id }) => id));
  const marks = new Set<string>();
  for (const one of parsed) {
    for (const leaf of leaves(one.row)) {
      if (!rows.has(one.text) || isForEveryone(one) || (isConfiguration(one) && !ids.has(leaf))) shown.add(leaf);
      else marks.add(leaf);
    }
  }
  const isMark = (leaf: string) => leaf.length >= SHORTEST_MARK && /\d/.test(leaf) && !TIME.test(leaf) && !shown.has(leaf);
  return { marks: [...marks].filter(isMark), rows, chatIds: hiddenChats.map(({ id }) => String(id)) };
}

/** May name a channel, a contact or a file that the user does not see; the rest of such a row is not part of a conversation. */
const CONFIGURATION = new Set([
  'users',
  'message_templates',
  'automations',
  'automation_versions',
  'automation_triggers',
  'webhooks',
  'webhook_routes',
  'campaigns',
  'campaign_runs',
  'snippets',
]);

const assignedIn = (chat: Row) => ({
  channelId: String(chat.channel_id),
  userId: chat.assigned_user_id as string | null,
  teamId: chat.assigned_team_id as string | null,
});

type Parsed = { table: string; text: string; row: Row };

/** Returns the rows that name a hidden id, and those that name such a row; keyed by their text. */
function closure(parsed: Parsed[], ids: Set<string>): Map<string, string> {
  const rows = new Map<string, string>();
  for (let before = -1; before !== rows.size; ) {
    before = rows.size;
    for (const { table, text, row } of parsed) {
      if (rows.has(text) || ![...leaves(row)].some((leaf) => ids.has(leaf))) continue;
      rows.set(text, table);
      if (CARRIERS.has(table) && typeof row.id === 'string' && !isVisibleCarrier(table)) ids.add(row.id);
    }
  }
  return rows;

  // A visible contact names its hidden chats nowhere, and a visible chat no hidden contact; both are found before the closure.
  function isVisibleCarrier(table: string): boolean {
    return table === 'chats' || table === 'contacts' || table === 'files';
  }
}

export function* leaves(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* leaves(item);
}
