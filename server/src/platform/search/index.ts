export { encodeCursor, readCursor } from './cursor.ts';
export type { ListField, NamedField } from './fields.ts';
export { type Candidates, planSearch, type Searchable, type SearchPlan, type SearchRequest } from './plan.ts';
