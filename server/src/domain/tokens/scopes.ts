import type { Role } from '../users/index.ts';

const resources = [
  'attributes',
  'automations',
  'campaigns',
  'channels',
  'chats',
  'consents',
  'contacts',
  'events',
  'files',
  'labels',
  'message_templates',
  'messages',
  'notes',
  'teams',
  'users',
  'webhooks',
] as const;

type Resource = (typeof resources)[number];
/** What is only looked at. */
const seeing = ['audit.read', 'requests.read', 'usage.read'] as const;
type Seeing = (typeof seeing)[number];
export type Scope = `${Resource}.${'read' | 'write'}` | 'automations.trigger' | Seeing | 'admin';

/** Every scope a token can carry. A route row names exactly one. */
export const scopes: readonly Scope[] = [
  ...resources.flatMap((resource) => [`${resource}.read`, `${resource}.write`] as const),
  'automations.trigger',
  ...seeing,
  'admin',
];

/** Scopes that reveal contact data though their names do not say so, and what they reveal. */
export const revealedBy: Partial<Record<Scope, string>> = {
  'events.read': 'Events carry contact data: names, phone numbers, email addresses and the text of messages.',
  'webhooks.write':
    'A webhook sends events to a URL of the caller’s choice, and events carry contact data: names, phone numbers, email addresses and the text of messages.',
  'automations.read': 'Runs carry contact data: what contacts answered, and what HTTP steps received.',
  'audit.read': 'Changes carry contact data: the values before and after an update.',
};

/** What everybody does and asks is for those who run the team. */
const reads = scopes.filter((scope) => scope.endsWith('.read') && scope !== 'audit.read' && scope !== 'requests.read');
const conversations: Scope[] = [
  'chats.write',
  'consents.write',
  'contacts.write',
  'messages.write',
  'notes.write',
  'files.write',
  'automations.trigger',
];

/** Whoever may change people could make themselves an admin, so that is for admins. */
const forAdmins: readonly Scope[] = ['admin', 'users.write'];

/** Roles of people are bundles of scopes. */
export const roles: Record<Role, readonly Scope[]> = {
  member: [...reads, ...conversations],
  manager: scopes.filter((scope) => !forAdmins.includes(scope)),
  admin: scopes,
};

/** What a token may do: what it was given, and where it is a person's, only as much of it as their role allows now. */
export const effectiveScopes = (given: ReadonlySet<string>, role: Role | null): ReadonlySet<string> =>
  role === null ? given : new Set(roles[role].filter((scope) => given.has(scope)));
