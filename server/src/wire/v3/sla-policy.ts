import { z } from 'zod';
import type { SlaPolicy as DomainPolicy } from '../../domain/sla/index.ts';
import { id, idInput, isoTime, time } from './shapes.ts';

export const SlaPolicy = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    name: z.string(),
    firstReplyMinutes: z.int().nullable().describe('From the first message of the contact to the first reply.'),
    nextReplyMinutes: z.int().nullable().describe('From each further message to its reply.'),
    resolutionMinutes: z.int().nullable().describe('From the first message of the contact until the chat is closed.'),
    businessHoursId: id.nullable().describe('The hours in which minutes count; null: all.'),
    channelIds: z.array(id).describe('Only chats of these channels; empty: of all.'),
    teamIds: z.array(id).describe('Only chats of these teams; empty: of all.'),
    labelIds: z.array(id).describe('Only contacts with one of these labels; empty: all.'),
  })
  .meta({ id: 'SlaPolicy' });

export const toSlaPolicy = (policy: DomainPolicy): z.infer<typeof SlaPolicy> => ({
  id: policy.id,
  createdAt: isoTime(policy.createdAt),
  updatedAt: isoTime(policy.updatedAt),
  name: policy.name,
  firstReplyMinutes: policy.firstReplyMinutes,
  nextReplyMinutes: policy.nextReplyMinutes,
  resolutionMinutes: policy.resolutionMinutes,
  businessHoursId: policy.businessHoursId,
  channelIds: policy.channelIds,
  teamIds: policy.teamIds,
  labelIds: policy.labelIds,
});

const name = z.string().trim().min(1).max(100);
/** At most 90 days. */
const minutes = z.int().min(1).max(129_600).nullable();
const ids = z.array(idInput).max(100);

export const SlaPolicyCreate = z
  .strictObject({
    name,
    firstReplyMinutes: minutes.default(null),
    nextReplyMinutes: minutes.default(null),
    resolutionMinutes: minutes.default(null),
    businessHoursId: idInput.nullable().default(null),
    channelIds: ids.default([]),
    teamIds: ids.default([]),
    labelIds: ids.default([]),
  })
  .refine((given) => given.firstReplyMinutes ?? given.nextReplyMinutes ?? given.resolutionMinutes, {
    path: ['firstReplyMinutes'],
    message: 'A policy promises at least one time: firstReplyMinutes, nextReplyMinutes or resolutionMinutes',
  });
export const SlaPolicyUpdate = z.strictObject({
  name: name.optional(),
  firstReplyMinutes: minutes.optional(),
  nextReplyMinutes: minutes.optional(),
  resolutionMinutes: minutes.optional(),
  businessHoursId: idInput.nullable().optional(),
  channelIds: ids.optional(),
  teamIds: ids.optional(),
  labelIds: ids.optional(),
});
