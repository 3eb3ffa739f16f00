import { z } from 'zod';
import type { Team as DomainTeam } from '../../domain/users/index.ts';
import { id, idInput, isoTime, time } from './shapes.ts';

const assignment = z.enum(['manual', 'round_robin', 'least_open']);

export const Team = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    name: z.string(),
    assignment: assignment.describe(
      'How an open chat of the team gets a user: by hand, in turn, or whoever has the fewest open chats.',
    ),
    members: z.array(z.strictObject({ id, name: z.string(), email: z.string(), status: z.enum(['active', 'disabled']) })),
  })
  .meta({ id: 'Team' });

export const toTeam = (team: DomainTeam): z.infer<typeof Team> => ({
  id: team.id,
  createdAt: isoTime(team.createdAt),
  updatedAt: isoTime(team.updatedAt),
  name: team.name,
  assignment: team.assignment,
  members: team.members,
});

const name = z.string().trim().min(1).max(100);
const members = z.array(z.strictObject({ id: idInput })).max(100);

export const TeamCreate = z.strictObject({ name, assignment: assignment.default('manual'), members: members.default([]) });
export const TeamUpdate = z.strictObject({ name: name.optional(), assignment: assignment.optional() });
export const TeamMembersAdd = z.strictObject({ members });
