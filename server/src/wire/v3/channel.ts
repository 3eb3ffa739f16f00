import { z } from 'zod';
import type { Channel as DomainChannel } from '../../domain/channels/index.ts';
import { id, isoTime, time } from './shapes.ts';

const channelType = z.enum(['whatsapp', 'sms', 'email', 'instagram']);
const channelStatus = z.enum(['active', 'paused']);

export const Channel = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    type: channelType,
    name: z.string(),
    status: channelStatus,
  })
  .meta({ id: 'Channel' });

export const toChannel = (channel: DomainChannel): z.infer<typeof Channel> => ({
  id: channel.id,
  createdAt: isoTime(channel.createdAt),
  updatedAt: isoTime(channel.updatedAt),
  type: channel.type,
  name: channel.name,
  status: channel.status,
});

const name = z.string().trim().min(1).max(100);

export const ChannelCreate = z.strictObject({ type: channelType, name });
export const ChannelUpdate = z.strictObject({ name: name.optional(), status: channelStatus.optional() });
