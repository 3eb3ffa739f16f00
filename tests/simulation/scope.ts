import type { Scope } from '../../server/src/domain/automations/execution/state.ts';

export const STARTS_AT = new Date('2026-11-15T12:00:00.000Z');

/** The renewal date of the contact. Some steps wait until then. */
export const RENEWAL = '2026-11-20T09:00:00.000Z';

/** Returns the scope of a run. The contact is the same in all runs. */
export const scopeAt = (now: Date, variables: Scope['variables'], text: string | null): Scope => ({
  contact: {
    firstName: 'Ada',
    isSubscribed: true,
    labels: ['vip', 'Beta'],
    attributes: { plan: 'pro', seats: 12, renewal: RENEWAL, nothing: null },
  },
  chat: { status: 'open' },
  message: text === null ? null : { text },
  variables,
  now: now.toISOString(),
});
