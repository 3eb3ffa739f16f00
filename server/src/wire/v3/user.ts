import { z } from 'zod';
import type { User as DomainUser } from '../../domain/users/index.ts';
import { id, isoTime, time } from './shapes.ts';

const role = z.enum(['member', 'manager', 'admin']);
const status = z.enum(['active', 'disabled']);

export const User = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    name: z.string(),
    email: z.string(),
    role,
    status,
    /** Whether the user accepted an invitation and can sign in. */
    hasAccount: z.boolean(),
    teams: z.array(z.strictObject({ id, name: z.string() })),
  })
  .meta({ id: 'User' });

export const toUser = (user: DomainUser): z.infer<typeof User> => ({
  id: user.id,
  createdAt: isoTime(user.createdAt),
  updatedAt: isoTime(user.updatedAt),
  name: user.name,
  email: user.email,
  role: user.role,
  status: user.status,
  hasAccount: user.accountId !== null,
  teams: user.teams,
});

const name = z.string().trim().min(1).max(100);
/** Lower case: an address identifies one user. */
const email = z.email().max(254).toLowerCase();

export const UserCreate = z.strictObject({
  name,
  email,
  role: role.default('member'),
  status: status.default('active'),
});
export const UserUpdate = z.strictObject({
  name: name.optional(),
  email: email.optional(),
  role: role.optional(),
  status: status.optional(),
});
