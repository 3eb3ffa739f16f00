export { eraseContact, eraseMore, getErasure } from './erase.ts';
export type { Erasure } from './erasures.store.ts';
