export {
  type Channel,
  type ChannelType,
  createChannel,
  deleteChannel,
  findChannel,
  getChannel,
  searchChannels,
  updateChannel,
} from './channels.ts';
