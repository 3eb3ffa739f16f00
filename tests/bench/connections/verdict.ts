/** The figures of `bench:connections` that its promise is about. Times are in milliseconds. */
export type Figures = {
  eventP95Ms: number;
  events: number;
  connections: number;
  /** Feeds that the server closed before the client did. */
  lost: number;
  /** Requests that failed, of all. */
  failed: number;
  aloneP99Ms: number;
  besideP99Ms: number;
};

export type Limits = { connections: number; eventMs: number; ratio: number; noiseMs: number };

const FEWEST_EVENTS = 20;

/** Returns the promises that these figures break. */
export function brokenPromises(figures: Figures, limits: Limits): string[] {
  const isSlower = !(
    figures.besideP99Ms - figures.aloneP99Ms <=
    Math.max(limits.noiseMs, figures.aloneP99Ms * (limits.ratio - 1))
  );
  const broken = {
    connections: figures.connections < limits.connections || figures.lost > 0,
    eventMs: !(figures.eventP95Ms <= limits.eventMs) || figures.events < FEWEST_EVENTS,
    requestRatio: isSlower,
    failed: figures.failed > 0,
  };
  return Object.entries(broken).flatMap(([name, isBroken]) => (isBroken ? [name] : []));
}
