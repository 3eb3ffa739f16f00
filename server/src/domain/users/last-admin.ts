import { Failure } from '../../platform/errors.ts';
import type { User } from './user.ts';

/** Returns whether a change takes the right to administer away. */
export const stepsDown = ({ role, status }: Partial<Pick<User, 'role' | 'status'>>): boolean =>
  (role !== undefined && role !== 'admin') || status === 'disabled';

/** Throws if a change would leave the tenant without an active admin. `admins` are the active ones. */
export function requireAnotherAdmin(admins: readonly string[], id: string, verb: 'deleted' | 'disabled or given another role') {
  if (admins.length !== 1 || admins[0] !== id.toLowerCase()) return;
  throw new Failure('conflict', {
    message: `This is the only active admin, who cannot be ${verb}; make another user an admin first`,
  });
}
