export { type Capabilities, capabilities } from './capabilities.ts';
export { emptyPayloadsWith, removePayloadsBefore } from './care.ts';
export {
  type Channel,
  type ChannelType,
  channelSecrets,
  channelTypes,
  createChannel,
  deleteChannel,
  findChannel,
  getChannel,
  ownChannels,
  type SendGuarantee,
  searchChannels,
  secretsLabel,
  stopChannel,
  updateChannel,
} from './channels.ts';
export { watchMailbox } from './mailbox.ts';
export {
  channelsOfJobs,
  findPayload,
  keepPayloads,
  nextPayloads,
  settlePayloads,
  takeInbox,
  tenantOfChannel,
  type WaitingPayload,
  waitingIds,
  waitingPayloads,
} from './payloads.ts';
