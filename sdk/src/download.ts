/** Which bytes to read: both ends count, from 0. Without `to` it is all from there on; without either, the whole file. */
export type Download = { from?: number; to?: number };

export function rangeHeader({ from, to }: Download): Record<string, string> {
  if (from === undefined && to === undefined) return {};
  return { range: `bytes=${from ?? 0}-${to ?? ''}` };
}
