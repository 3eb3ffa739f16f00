import { Failure } from '../../platform/errors.ts';
import type { User } from './user.ts';

/** Whether somebody who may administer now could not any more. */
export const stepsDown = ({ role, status }: Partial<Pick<User, 'role' | 'status'>>): boolean =>
  (role !== undefined && role !== 'admin') || status === 'disabled';

/** A tenant with people keeps one who can let the others in. `admins` are those who are active now. */
export function requireAnotherAdmin(admins: readonly string[], id: string, verb: 'deleted' | 'disabled or given another role') {
  if (admins.length !== 1 || admins[0] !== id.toLowerCase()) return;
  throw new Failure('conflict', {
    message: `This is the only active admin, who cannot be ${verb}; make somebody else an admin first`,
  });
}
