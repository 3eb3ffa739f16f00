export { lockLabels } from './labels.store.ts';
export { createLabel, deleteLabel, getLabel, type Label, searchLabels, updateLabel } from './labels.ts';
