export {
  countUnread,
  findNotification,
  markNotificationsRead,
  type Notification,
} from './notifications.ts';
export { notify, notifyEach } from './notify.ts';
export { searchNotifications } from './search.ts';
