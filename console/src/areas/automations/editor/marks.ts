/** How a box is drawn: part of a run, where a run stands, not reached by it, or changed between versions. */
export type BoxTone = 'run' | 'now' | 'failed' | 'off' | 'added' | 'removed' | 'changed';
export type LineTone = 'run' | 'added' | 'removed';

export type Mark = { tone?: BoxTone; count?: number; note?: string; errors?: number };
export type Marks = { boxes: ReadonlyMap<string, Mark>; lines: ReadonlyMap<string, LineTone> };

export const NO_MARKS: Marks = { boxes: new Map(), lines: new Map() };
