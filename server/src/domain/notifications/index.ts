export {
  countUnread,
  findNotification,
  markNotificationsRead,
  type Notification,
  type ReadRequest,
} from './notifications.ts';
export { type NewNotification, notify } from './notify.ts';
export { searchNotifications } from './search.ts';
