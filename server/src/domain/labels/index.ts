export { lockLabels } from './labels.store.ts';
export { createLabel, deleteLabel, ensureLabels, getLabel, type Label, updateLabel } from './labels.ts';
export { searchLabels } from './search.ts';
