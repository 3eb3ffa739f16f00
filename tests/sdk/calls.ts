import { readFile } from 'node:fs/promises';
import { type Document, operationsOf, type Operation as Shape } from '../../scripts/sdk/document.ts';
import { methodPath } from '../../scripts/sdk/names.ts';
import { hasFields } from '../../scripts/sdk/write-types.ts';
import { onlyReads } from '../../server/src/http/route.ts';
import { mapParallel } from '../security/client.ts';
import type { Person, Things } from '../security/fixtures.ts';
import { listOperations, type Operation } from '../security/operations.ts';

/** One call of the SDK as plain data, made in Node and in a browser. */
export type SdkCall = {
  operationId: string;
  /** patchbay.<resource>.<method>, for example ["v2", "attributes", "list"]. */
  place: string[];
  args: unknown[];
};

const WIDTH = 8;

export async function readDocument(): Promise<Document> {
  return JSON.parse(await readFile(new URL('../../docs/reference/openapi.json', import.meta.url), 'utf8')) as Document;
}

/** The operations that need an access token. Those of the sign-in use the cookie of a browser; `npm run test:signin` calls them. */
const withToken = (document: Document): Shape[] => operationsOf(document).filter(({ scope }) => scope !== null);

/** Returns a valid call of every operation, with its own fixtures where it changes or deletes one. */
export async function callsOf(document: Document, baseUrl: string, person: Person): Promise<SdkCall[]> {
  const shared = await person.things();
  const examples = await listOperations(baseUrl, person, shared);
  return mapParallel(withToken(document), WIDTH, async (shape) => {
    const example = examples.find(({ route }) => route.operationId === shape.id);
    if (!example) throw new Error(`${shape.id} is in the document and not among the operations of the server`);
    const isSpent = !onlyReads(example.route) && shape.pathIds.length > 0;
    const things = isSpent ? await person.things() : shared;
    return { operationId: shape.id, place: placeIn(shape), args: argsOf(shape, example, things, person) };
  });
}

function placeIn(shape: Shape): string[] {
  const { isV2, resource, method } = methodPath(shape);
  return [...(isV2 ? ['v2'] : []), resource, method];
}

function argsOf(shape: Shape, example: Operation, things: Things, person: Person): unknown[] {
  const { path, body } = example.build((slot) => (slot.kind && things[slot.kind]) ?? person.id, person);
  const pattern = new RegExp(`^${shape.path.replace(/\{\w+\}/g, '([^/]+)')}$`);
  const ids = (pattern.exec(path) ?? []).slice(1).map(decodeURIComponent);
  if (shape.kind === 'stream') return [{ lastEventId: things.event }];
  if (shape.body === 'file') return [{ content: `${person.unique()} content`, name: `${person.unique()}.txt` }];
  const takesBody = shape.body !== undefined && hasFields(shape.body);
  return takesBody ? [...ids, body] : ids;
}
