export { searchViews } from './search.ts';
export type { View } from './view.ts';
export { createView, deleteView, getView, updateView } from './views.ts';
