export type { ChannelDefinition } from '../../registry/channel-definition.ts';
export { type ChannelType, channelDefinitions } from '../../registry/channels.ts';
export { selectActive as findActiveChannels } from './channels.store.ts';
export {
  type Channel,
  channelSecrets,
  channelTypes,
  createChannel,
  deleteChannel,
  findChannel,
  getChannel,
  ownChannels,
  type SendGuarantee,
  secretsLabel,
  stopChannel,
  updateChannel,
} from './channels.ts';
export { endTokenLease, lockChannel, replaceSecrets, type TokenLease, takeTokenLease } from './credentials.ts';
export { watchMailbox } from './mailbox.ts';
export {
  adoptPayloads,
  findPayload,
  nextPayloads,
  settlePayloads,
  storePayloads,
  tenantOfChannel,
  type WaitingPayload,
  waitingIds,
  waitingPayloads,
} from './payloads.store.ts';
export { emptyPayloadsWith, removePayloadsBefore } from './privacy.store.ts';
export { searchChannels } from './search.ts';
