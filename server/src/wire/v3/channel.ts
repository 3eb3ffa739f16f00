import { z } from 'zod';
import type { Channel as DomainChannel } from '../../domain/channels/index.ts';
import { channelTypes } from '../../registry/channels.ts';
import { id, idInput, isoTime, time } from './shapes.ts';

const channelType = z.enum(channelTypes);
const sendGuarantee = z.enum(['at_most_once', 'at_least_once', 'idempotent']);

export const Channel = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    type: channelType,
    name: z.string(),
    status: z.enum(['active', 'paused', 'error']),
    statusReason: z.string().nullable(),
    isConnected: z.boolean(),
    settings: z.record(z.string(), z.unknown()),
    inboundUrl: z.string(),
    sendGuarantee,
    ratePerSecond: z.int().nullable(),
    defaultTeamId: id.nullable().describe('The team that gets a chat that nobody has when its contact writes.'),
  })
  .meta({ id: 'Channel' });

/** Maps a channel. The settings contain no secrets. */
export const toChannel = (channel: DomainChannel, inboundUrl: string): z.infer<typeof Channel> => ({
  id: channel.id,
  createdAt: isoTime(channel.createdAt),
  updatedAt: isoTime(channel.updatedAt),
  type: channel.type,
  name: channel.name,
  status: channel.status,
  statusReason: channel.statusReason,
  isConnected: Object.keys(channel.settings).length > 0,
  settings: channel.settings,
  inboundUrl,
  sendGuarantee: channel.sendGuarantee,
  ratePerSecond: channel.ratePerSecond,
  defaultTeamId: channel.defaultTeamId,
});

const name = z.string().trim().min(1).max(100);
const rate = z.int().min(1).max(10_000).nullable().optional();
/** The settings depend on the channel type; its adapter validates them. */
const settings = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'Connects the channel to its provider. Which settings there are depends on the type: see the guide on channels. An email channel logs in with smtpUsername, smtpPassword, imapUsername and imapPassword, or with OAuth 2.0: oauthProvider (google, microsoft or custom), oauthClientId, oauthClientSecret, oauthRefreshToken, and where needed oauthTenant, oauthTokenUrl and oauthScope. Secrets are never shown again.',
  );

export const ChannelCreate = z.strictObject({
  type: channelType,
  name,
  settings,
  sendGuarantee: sendGuarantee.optional(),
  ratePerSecond: rate,
});
export const ChannelUpdate = z.strictObject({
  name: name.optional(),
  status: z.enum(['active', 'paused']).optional(),
  settings,
  sendGuarantee: sendGuarantee.optional(),
  ratePerSecond: rate,
  defaultTeamId: idInput.nullable().optional(),
});
