export type { ContactExport } from './exports.store.ts';
export { cancelExport, getExport, recordExport, searchExports, startExport, writeExport } from './exports.ts';
export { importPage } from './import-page.ts';
export type { ContactImport, Refusal } from './imports.store.ts';
export { cancelImport, forgetLinesWith, getImport, searchImports, searchRefusals, startImport } from './imports.ts';
