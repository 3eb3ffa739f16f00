export { type ChatLine, closeWindow, findChatWith, forgetLatest, nameLatest } from './arrivals.store.ts';
export { chatsWith, noteArrivals, showAllLatest, showLatest } from './arrivals.ts';
export type { Chat, LatestMessage } from './chat.ts';
export { chatById } from './chats.store.ts';
export {
  assignChat,
  chooseHandle,
  createChat,
  deleteChat,
  getChat,
  markRead,
  setChatStatus,
  updateChat,
  wakeChat,
} from './chats.ts';
export { searchChats } from './search.ts';
