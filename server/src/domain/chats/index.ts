export { assignChat, unassignChats } from './assign.ts';
export { assignWaitingChats } from './assign-waiting.ts';
export type { Chat, LatestMessage } from './chat.ts';
export { publishChatUpdates } from './chat-data.ts';
export { lockLatestMessage } from './chats.store.ts';
export {
  chooseHandle,
  createChat,
  deleteChat,
  getChat,
  markRead,
  markUnread,
  setChatStatus,
  updateChat,
  wakeChat,
} from './chats.ts';
export { dateChats } from './date-chats.ts';
export {
  type ChatSummary,
  clearLatestText,
  closeWindow,
  findChatWith,
  setLatestVendorId,
} from './inbound.store.ts';
export { findOrCreateChats, lockOrCreateChats, recordInbound, updateLatestMessage, updateLatestMessages } from './inbound.ts';
export { dropLatest, eraseChats, moveChats } from './privacy.store.ts';
export { checkChatSearch, countChats, searchChats } from './search.ts';
export { checkSla, recordReply } from './sla.ts';
