export { deleteDraftsOf } from './drafts.store.ts';
export { type Draft, deleteDraft, getDraft, saveDraft } from './drafts.ts';
