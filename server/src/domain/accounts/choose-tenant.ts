import type { Membership } from './account.ts';

/** Returns the membership for a user token: the wanted one, else the latest one, else the only one. */
export function chooseMembership(
  all: readonly Membership[],
  wanted: string | undefined,
  latest: string | null,
): Membership | undefined | 'ambiguous' {
  const of = (tenantId: string | null) => all.find((one) => one.tenantId === tenantId);
  if (wanted !== undefined) return of(wanted.toLowerCase());
  const known = of(latest);
  if (known) return known;
  return all.length > 1 ? 'ambiguous' : all[0];
}
