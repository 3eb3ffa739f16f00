export type { BulkAction, BulkChange, BulkTarget } from './bulk-action.ts';
export { eraseSearches } from './bulk-actions.store.ts';
export { cancelBulkAction, getBulkAction, startBulkAction } from './bulk-actions.ts';
export { changeChats } from './change-page.ts';
export { searchBulkActions } from './search.ts';
