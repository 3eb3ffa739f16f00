export { lockLabels } from './labels.store.ts';
export { createLabel, deleteLabel, ensureLabels, getLabel, type Label, searchLabels, updateLabel } from './labels.ts';
