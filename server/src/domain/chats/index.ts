export type { Chat, LatestMessage } from './chat.ts';
export { chatById, noteMessage } from './chats.store.ts';
export { createChat, deleteChat, getChat, markRead, setChatStatus, tellStatus, updateChat, wakeChat } from './chats.ts';
export { searchChats } from './search.ts';
export { openUntil } from './window.ts';
