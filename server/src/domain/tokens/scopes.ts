import { LRUCache } from 'lru-cache';
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
  'notifications',
  'snippets',
  'teams',
  'users',
  'views',
  'webhooks',
] as const;

type Resource = (typeof resources)[number];
/** Read-only resources. */
const observability = ['audit.read', 'reports.read', 'requests.read', 'usage.read'] as const;
type Observability = (typeof observability)[number];
export type Scope = `${Resource}.${'read' | 'write'}` | 'automations.trigger' | Observability | 'admin';

/** All scopes. A route names exactly one. */
export const scopes: readonly Scope[] = [
  ...resources.flatMap((resource) => [`${resource}.read`, `${resource}.write`] as const),
  'automations.trigger',
  ...observability,
  'admin',
];

/** Scopes that reveal contact data although their names do not say so, with a description. */
export const revealedBy: Partial<Record<Scope, string>> = {
  'events.read': 'Events carry contact data: names, phone numbers, email addresses and the text of messages.',
  'webhooks.write':
    'A webhook sends events to a URL of the caller’s choice, and events carry contact data: names, phone numbers, email addresses and the text of messages.',
  'automations.read': 'Runs carry contact data: what contacts answered, and what HTTP steps received.',
  'audit.read': 'Changes carry contact data: the values before and after an update.',
};

/** Members cannot read the audit log, the request log and reports, which show how each user works. */
const notForMembers: readonly Scope[] = ['audit.read', 'reports.read', 'requests.read'];
const reads = scopes.filter((scope) => scope.endsWith('.read') && !notForMembers.includes(scope));
const conversations: Scope[] = [
  'chats.write',
  'consents.write',
  'contacts.write',
  'messages.write',
  'notes.write',
  'notifications.write',
  'views.write',
  'files.write',
  'automations.trigger',
];

/** A user who can change users could make themselves an admin, so these scopes are for admins. */
const forAdmins: readonly Scope[] = ['admin', 'users.write'];

/** The scopes of each user role. */
export const roles: Record<Role, readonly Scope[]> = {
  member: [...reads, ...conversations],
  manager: scopes.filter((scope) => !forAdmins.includes(scope)),
  admin: scopes,
};

const MOST_CLAIMS = 1_000;
const claims = new LRUCache<string, ReadonlySet<string>>({ max: MOST_CLAIMS });

/** Returns the scopes that a token states. Tokens with the same scopes share the set: it takes more memory than all else of a caller. */
export function scopesOfClaim(claim: string): ReadonlySet<string> {
  const known = claims.get(claim);
  if (known) return known;
  const given = new Set(claim.split(' '));
  claims.set(claim, given);
  return given;
}

const limited = new WeakMap<ReadonlySet<string>, Map<Role, ReadonlySet<string>>>();

/** Returns the scopes of a token, limited to the current role of its user. */
export function effectiveScopes(given: ReadonlySet<string>, role: Role | null): ReadonlySet<string> {
  if (role === null) return given;
  const byRole = limited.get(given) ?? new Map<Role, ReadonlySet<string>>();
  limited.set(given, byRole);
  const known = byRole.get(role) ?? new Set(roles[role].filter((scope) => given.has(scope)));
  byRole.set(role, known);
  return known;
}
