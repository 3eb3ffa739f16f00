/** The parts of searches that need no database. The console evaluates filters with them in the browser. */
export { evaluateFilter } from './evaluate-filter.ts';
export { type Filter, parseFilter } from './parse-filter.ts';
export { parseSort } from './parse-sort.ts';
