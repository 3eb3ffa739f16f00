export { assignChat, unassignChats } from './assign.ts';
export type { Chat, LatestMessage } from './chat.ts';
export { chatById } from './chats.store.ts';
export {
  chooseHandle,
  createChat,
  deleteChat,
  getChat,
  markRead,
  setChatStatus,
  updateChat,
  wakeChat,
} from './chats.ts';
export { type ChatLine, closeWindow, findChatWith, forgetLatest, nameLatest } from './inbound.store.ts';
export { chatsFor, chatsWith, recordInbound, showAllLatest, showLatest } from './inbound.ts';
export { dropLatest, emptyChats, moveChats } from './privacy.store.ts';
export { searchChats } from './search.ts';
