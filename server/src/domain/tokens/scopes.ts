const resources = [
  'attributes',
  'automations',
  'campaigns',
  'channels',
  'chats',
  'contacts',
  'events',
  'files',
  'labels',
  'message_templates',
  'messages',
  'webhooks',
] as const;

type Resource = (typeof resources)[number];
export type Scope = `${Resource}.${'read' | 'write'}` | 'automations.trigger' | 'admin';

/** Every scope a token can carry. A route row names exactly one. */
export const scopes: readonly Scope[] = [
  ...resources.flatMap((resource) => [`${resource}.read`, `${resource}.write`] as const),
  'automations.trigger',
  'admin',
];

const reads = scopes.filter((scope) => scope.endsWith('.read'));
const conversations: Scope[] = ['chats.write', 'contacts.write', 'messages.write', 'files.write', 'automations.trigger'];

/** Roles of people are bundles of scopes. */
export const roles = {
  member: [...reads, ...conversations],
  manager: scopes.filter((scope) => scope !== 'admin'),
  admin: scopes,
} as const satisfies Record<string, readonly Scope[]>;
