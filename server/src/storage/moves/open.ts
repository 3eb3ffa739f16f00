import { resolve } from 'node:path';
import { Client } from 'pg';
import type { Config } from '../../platform/config.ts';
import { createFileStore } from '../../platform/file-store/index.ts';
import type { Stores } from './files.ts';
import { openWork } from './move.ts';
import { type Move, selectMoves } from './moves.store.ts';
import type { MoveWork } from './work.ts';

export type Cells = {
  source: Config;
  target: Config;
  /** How the PostgreSQL of the target reaches that of the source, if not by the URL of the source's own settings. */
  sourceUrl: string | undefined;
};

const ownerUrl = ({ DATABASE_OWNER_URL, DATABASE_URL }: Config): string => DATABASE_OWNER_URL ?? DATABASE_URL;

/** Connects to both cells, runs the work, and closes everything. */
export async function withCells(
  { source, target, sourceUrl }: Cells,
  move: Pick<MoveWork, 'tenantId' | 'now' | 'report'>,
  work: (work: MoveWork) => Promise<void>,
): Promise<void> {
  const names = { from: nameOf(source), to: nameOf(target) };
  if (names.from === names.to) throw new Error(`Both cells have the name ${names.to}; CELL_NAME must be different in each`);
  requireSameKeys(source, target);
  const stores = openStores(source, target);
  const clients = [source, target].map(
    (config) => new Client({ connectionString: ownerUrl(config), application_name: 'patchbay-move' }),
  );
  const [from, to] = clients as [Client, Client];
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await stores?.target.prepare();
    await work(await openWork({ ...move, ...names, source: from, target: to, sourceUrl: sourceUrl ?? ownerUrl(source), stores }));
  } finally {
    await Promise.allSettled([...clients.map((client) => client.end()), stores?.source.close(), stores?.target.close()]);
  }
}

/** Returns the moves out of a cell and into it. */
export async function listMoves(config: Config): Promise<Move[]> {
  const client = new Client({ connectionString: ownerUrl(config) });
  await client.connect();
  try {
    return await selectMoves(client);
  } finally {
    await client.end();
  }
}

function nameOf({ CELL_NAME }: Config): string {
  if (CELL_NAME === undefined)
    throw new Error('CELL_NAME is not set; every cell needs a name of its own, here and in its processes');
  return CELL_NAME;
}

const keysOf = ({ MASTER_KEY, MASTER_KEYS }: Config): string[] => MASTER_KEYS ?? [MASTER_KEY];

/** Secrets travel as they are sealed, so the target needs every key of the source. */
function requireSameKeys(source: Config, target: Config): void {
  const known = keysOf(target);
  if (keysOf(source).every((key) => known.includes(key))) return;
  throw new Error('The target lacks a master key of the source: set MASTER_KEYS of both cells to the same list');
}

/** Cells with one bucket share their files. A folder must be another one: the source deletes its files when the tenant has moved. */
function openStores(source: Config, target: Config): Stores {
  const isSameBucket = source.S3_BUCKET === target.S3_BUCKET && source.S3_ENDPOINT === target.S3_ENDPOINT;
  if (source.FILE_STORE === 's3' && target.FILE_STORE === 's3' && isSameBucket) return undefined;
  const isSameFolder = resolve(source.FILES_DIR) === resolve(target.FILES_DIR);
  if (source.FILE_STORE === 'disk' && target.FILE_STORE === 'disk' && isSameFolder)
    throw new Error(
      `Both cells name the folder ${resolve(source.FILES_DIR)}; mount the folder of the target here at another path, and name that in its settings`,
    );
  return { source: createFileStore(source), target: createFileStore(target) };
}
