import { z } from 'zod';
import type { User as DomainUser } from '../../domain/users/index.ts';
import { id, isoTime, time } from './shapes.ts';

const role = z.enum(['member', 'manager', 'admin']);
const status = z.enum(['active', 'disabled']);
const availability = z.enum(['available', 'away']);
const maxOpenChats = z.int().min(1).max(10_000).nullable();

export const User = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    name: z.string(),
    email: z.string(),
    role,
    status,
    availability: availability.describe('A user who is away gets no chats automatically.'),
    maxOpenChats: z.int().nullable().describe('Automatic assignment stops at this number of open chats; null: no limit.'),
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
  availability: user.availability,
  maxOpenChats: user.maxOpenChats,
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
  availability: availability.default('available'),
  maxOpenChats: maxOpenChats.default(null),
});
export const UserUpdate = z.strictObject({
  name: name.optional(),
  email: email.optional(),
  role: role.optional(),
  status: status.optional(),
  availability: availability.optional(),
  maxOpenChats: maxOpenChats.optional(),
});

export const AvailabilitySet = z.strictObject({ availability });
