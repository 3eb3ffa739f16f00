export { ensureVapidKeys } from './keys.ts';
export { dropSubscription } from './push.store.ts';
export {
  deleteSubscription,
  openSubscription,
  type PushSubscription,
  pushToUsers,
  saveSubscription,
  testSubscription,
} from './push.ts';
export { searchSubscriptions } from './search.ts';
