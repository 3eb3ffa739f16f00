import { z } from 'zod';
import type { User as DomainUser } from '../../domain/users/index.ts';
import { id, idInput, isoTime, time } from './shapes.ts';

const role = z.enum(['member', 'manager', 'admin']);
const status = z.enum(['active', 'disabled']);
const visibility = z.enum(['all', 'teams', 'own']);
/** Null: all channels. */
const channelIds = z.array(id).nullable();
const channelIdsInput = z
  .array(idInput)
  .max(100)
  .nullable()
  .transform((ids) => ids && [...new Set(ids.map((id) => id.toLowerCase()))]);
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
    /** Whether the user accepted an invitation and can sign in. */
    hasAccount: z.boolean(),
    visibility,
    channelIds,
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
  hasAccount: user.accountId !== null,
  visibility: user.visibility,
  channelIds: user.channelIds,
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
  visibility: visibility.default('all'),
  channelIds: channelIdsInput.default(null),
  availability: availability.default('available'),
  maxOpenChats: maxOpenChats.default(null),
});
export const UserUpdate = z.strictObject({
  name: name.optional(),
  email: email.optional(),
  role: role.optional(),
  status: status.optional(),
  visibility: visibility.optional(),
  channelIds: channelIdsInput.optional(),
  availability: availability.optional(),
  maxOpenChats: maxOpenChats.optional(),
});

export const AvailabilitySet = z.strictObject({ availability });
