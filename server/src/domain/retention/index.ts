export type { Retention } from './retention.store.ts';
export { applyRetention, getRetention, setRetention } from './retention.ts';
