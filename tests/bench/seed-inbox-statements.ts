import { FIRST_NAMES, PEOPLE, SYLLABLES } from './inbox-side.ts';

/**
 * A row of `seeding` per tenant. In the statements, $1 is the tenant, $2 the number of its chats, $3 the tag of its words in the message
 * search, and $4 the number of messages of a chat.
 */
export const SEEDING = 'seeding (tenant_id uuid, chats bigint, tag text, messages_per_chat int)';
const columns = ['tenant_id', 'chats', 'tag', 'messages_per_chat'];

/** Returns the statement for all tenants of `seeding` at once. */
export function forAllTenants(statement: string): string {
  const [, into, selected] = /^(insert into \w+ \([^)]*\))\s+(select .*)$/s.exec(statement) ?? [];
  if (!into || !selected) throw new Error(`not "insert into … (…) select …": ${statement.slice(0, 80)}`);
  const ofTenant = selected.replace(/\$(\d)/g, (_, n) => `seeding.${columns[Number(n) - 1]}`);
  return `${into} select made.* from seeding cross join lateral (${ofTenant}) made`;
}

/** Messages are spread over the last weeks. */
export const WEEKS = 12;

export const uuid = (kind: string, n: string): string => `('019a0000-0000-7${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const times = 'now(), now()';
/** The time of row n of m: that share of the weeks. */
const timeOf = (n: string, m: string): string => `now() - interval '${WEEKS} weeks' * (1 - ${n} / ${m}::float8)`;
const messageUuid = `(left(uuid_floor(${timeOf('n', 'm')})::text, 13) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const words = `'common' || n % 10, 'medium' || (n * 7) % 1000, 'rare' || (n * 31) % 50000, (1000000 + n)::text`;

const oneOf = (texts: string[], n: string): string => `(array['${texts.join("','")}'])[1 + ${n}]`;
const [begins = [], middles = [], ends = []] = SYLLABLES;
const firstName = oneOf(FIRST_NAMES, `(n % ${FIRST_NAMES.length})::int`);
const lastName = `${oneOf(begins, '(k % 20)::int')} || ${oneOf(middles, '((k / 20) % 25)::int')} || ${oneOf(ends, '(k / 500)::int')}`;
const named = `generate_series(1, $2::bigint) n, lateral (select (n * 7919) % 5000 as k offset 0) numbered,
  lateral (select ${firstName} as first_name, ${lastName} as last_name offset 0) named`;

export const PEOPLE_AND_CHATS = [
  `insert into tenants (tenant_id, name, plan, rate_limit_per_minute, created_at, updated_at) select $1, 'Inbox', 'enterprise', 1000000000, ${times}`,
  `insert into channels (tenant_id, id, type, name, settings, created_at, updated_at)
     select $1, ${uuid('00e', 'n')}, 'sms', 'Channel ' || n, '{"placeholder": true}'::jsonb, ${times} from generate_series(1, 3) n`,
  `insert into users (tenant_id, id, name, email, role, status, created_at, updated_at)
     select $1, ${uuid('00d', 'n')}, 'Agent ' || n, 'agent' || n || '@example.com', 'admin', 'active', ${times} from generate_series(1, ${PEOPLE}) n`,
  `insert into labels (tenant_id, id, name, color, created_at, updated_at)
     select $1, ${uuid('00f', 'n')}, 'label ' || n, '#22c55e', ${times} from generate_series(1, 20) n`,
  `insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at, updated_at)
     select $1, ${uuid('00c', 'n')}, first_name, last_name, true, ${timeOf('n', '$2')}, ${timeOf('n', '$2')} from ${named}`,
  `insert into contact_names (tenant_id, contact_id, name, document)
     select $1, ${uuid('00c', 'n')}, name, name_document($1, name)
     from ${named}, lateral (select searched_name(first_name, last_name, null) as name offset 0) searched`,
  `insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
     select $1, ${uuid('00c', 'n')}, ${uuid('00c', 'n')}, 'phone_number', '+1555' || lpad(n::text, 8, '0'), '1555' || lpad(n::text, 8, '0'), true, ${times}
     from generate_series(1, $2) n`,
  `insert into contact_labels (tenant_id, contact_id, label_id, created_at)
     select $1, ${uuid('00c', 'n')}, ${uuid('00f', '1 + n % 20')}, now() from generate_series(1, $2) n`,
  `insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, open_until, unread_count, assigned_user_id, latest_message,
       last_message_at, waiting_since, created_at, updated_at)
     select $1, ${uuid('00c', 'n')}, ${uuid('00e', '1 + n % 3')}, ${uuid('00c', 'n')}, ${uuid('00c', 'n')},
       case when n % 5 = 0 then 'open' else 'closed' end, now() + interval '1 day', case when n % 10 = 0 then 1 else 0 end,
       case when n % 5 = 0 then ${uuid('00d', `1 + (n / 5) % ${PEOPLE}`)} end,
       jsonb_build_object('id', gen_random_uuid(), 'vendorId', null, 'sender', 'inbound', 'type', 'text', 'timestamp', now(), 'text', 'Where is my order?'),
       at, case when n % 10 = 0 then at end, at, at
     from generate_series(1, $2) n, lateral (select ${timeOf('n', '$2')} as at offset 0) moment`,
];

export const CONVERSATIONS = [
  `insert into messages (tenant_id, id, chat_id, vendor_id, sender, type, status, text, "timestamp", created_at, updated_at, history)
     select $1, ${messageUuid}, ${uuid('00c', '1 + n % $2')}, 'v' || n, case when n % 2 = 0 then 'inbound' else 'outbound' end, 'text', 'delivered',
       concat_ws(' ', 'Hello, where is my order', ${words}), at, at, at, '[]'::jsonb
     from generate_series(1, $2 * $4) n, lateral (select $2 * $4 as m) total,
       lateral (select ${timeOf('n', 'm')} as at offset 0) moment`,
  `insert into message_search (tenant_id, message_id, document)
     select $1, ${messageUuid}, array_to_tsvector(array(select $3 || word from unnest(array['hello', 'where', 'is', 'my', 'order', ${words},
       '@' || right(replace(${uuid('00e', '1 + (1 + n % $2) % 3')}::text, '-', ''), 12), case when n % 2 = 0 then '>inbound' else '>outbound' end]) word))
     from generate_series(1, $2 * $4) n, lateral (select $2 * $4 as m) total`,
];
