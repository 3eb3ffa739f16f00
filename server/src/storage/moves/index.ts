export { cancelMove } from './cleanup.ts';
export { moveTenant } from './move.ts';
export type { Move } from './moves.store.ts';
export { listMoves, withCells } from './open.ts';
export { cellOfTenant } from './where.store.ts';
