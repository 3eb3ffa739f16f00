import { Pool } from 'undici';
import type { RouteKey } from './route-key.ts';
import type { Ask } from './routes.ts';

/** Feeds keep a connection each, so a cell gets as many as the edge takes requests. */
export const MOST_REQUESTS = 10_000;
const CONNECT_WITHIN_MS = 2_000;
/** A cell ends its own work earlier. A feed sends something every five seconds. */
const SILENT_FOR_MS = 120_000;
const LARGEST_HEAD_BYTES = 65_536;
const ASK_WITHIN_MS = 2_000;

/** Opens the connections to all cells. */
export function openCells(cells: readonly { name: string; url: string }[]) {
  const pools = new Map(cells.map(({ name, url }) => [name, openPool(url)]));
  const poolOf = (cell: string): Pool => {
    const pool = pools.get(cell);
    if (!pool) throw new Error(`There is no cell ${cell}`);
    return pool;
  };
  const ask: Ask = async (cell, { kind, id }: RouteKey) => {
    const signal = AbortSignal.timeout(ASK_WITHIN_MS);
    const { statusCode, body } = await poolOf(cell).request({ path: `/cell/${kind}/${id}`, method: 'GET', signal });
    if (statusCode === 200) return ((await body.json()) as { cell: string }).cell;
    await body.dump();
    if (statusCode === 404) return undefined;
    throw new Error(`${cell} answered ${statusCode}`);
  };
  return {
    names: cells.map(({ name }) => name),
    request: (cell: string, options: Parameters<Pool['request']>[0]) => poolOf(cell).request(options),
    ask,
    close: () => Promise.all([...pools.values()].map((pool) => pool.destroy())),
  };
}

export type CellPools = ReturnType<typeof openCells>;

const openPool = (url: string): Pool =>
  new Pool(new URL(url).origin, {
    connections: MOST_REQUESTS,
    pipelining: 1,
    connect: { timeout: CONNECT_WITHIN_MS },
    headersTimeout: SILENT_FOR_MS,
    bodyTimeout: SILENT_FOR_MS,
    maxHeaderSize: LARGEST_HEAD_BYTES,
  });
