export { type BulkJob, cancelJob, currentJob, dismissJob, onJob } from './bulk.ts';
export type { Change, Target } from './change.ts';
export { AssignMenu, LabelMenu, openPicker, PickerDialog, SnoozeMenu } from './menus.tsx';
export { useChange } from './use-change.ts';
