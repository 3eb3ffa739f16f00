export {
  type Channel,
  type ChannelType,
  createChannel,
  deleteChannel,
  findChannel,
  getChannel,
  ownChannels,
  searchChannels,
  updateChannel,
} from './channels.ts';
