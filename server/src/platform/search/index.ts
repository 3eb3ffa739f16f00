export { encodeCursor } from './cursor.ts';
export { planSearch, type Searchable, type SearchPlan, type SearchRequest } from './plan.ts';
