export { type Column, filledCells, readContact } from './contact-record.ts';
export { csvSourceOf } from './csv-file.ts';
export type { ContactExport } from './exports.store.ts';
export { cancelExport, getExport, recordExport, startExport, writeExport } from './exports.ts';
export { importPage, reasonOf } from './import-page.ts';
export type { ContactImport, Refusal } from './imports.store.ts';
export { cancelImport, forgetLinesWith, getImport, startImport } from './imports.ts';
export { searchExports, searchImports, searchRefusals } from './search.ts';
