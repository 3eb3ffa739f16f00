import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** CPU milliseconds by name, largest first. */
export type Shares = [name: string, ms: number][];
export type NodeCpu = { modules: Shares; callers: Shares; functions: Shares; totalMs: number };

const NO_WORK = new Set(['(idle)', '(root)']);

/**
 * Splits a CPU profile by module that ran, by folder of the server that it ran for (the nearest caller in the server's source), and by
 * function.
 */
export function splitProfile({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): NodeCpu {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ms = new Map<number, number>();
  for (const [i, id] of samples.entries()) ms.set(id, (ms.get(id) ?? 0) + (timeDeltas[i + 1] ?? timeDeltas[i] ?? 0) / 1_000);
  const [modules, callers, functions] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (to: Map<string, number>, name: string, n: number) => to.set(name, (to.get(name) ?? 0) + n);
  for (const [id, own] of ms) {
    const node = byId.get(id);
    if (!node || NO_WORK.has(node.callFrame.functionName)) continue;
    const frames = framesUp(node.callFrame, id, parents, byId);
    const module = moduleOf(frames);
    add(modules, module, own);
    add(callers, frames.map(folderOf).find(Boolean) ?? module, own);
    add(functions, `${node.callFrame.functionName || 'anonymous'} (${module})`, own);
  }
  const total = [...modules.values()].reduce((sum, one) => sum + one, 0);
  return { modules: sorted(modules), callers: sorted(callers), functions: sorted(functions), totalMs: total };
}

type Frame = { functionName: string; url: string };

function framesUp(frame: Frame, id: number, parents: Map<number, number>, byId: Map<number, { callFrame: Frame }>): Frame[] {
  const frames = [frame];
  for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
    const up = byId.get(at);
    if (up) frames.push(up.callFrame);
  }
  return frames;
}

/** Returns the package, the folder of the server, or the part of Node.js. A native function belongs to its caller. */
function moduleOf(frames: Frame[]): string {
  const [first] = frames;
  if (first && /^\((garbage collector|program)\)$/.test(first.functionName)) return first.functionName;
  const found = frames.find(({ url }) => url !== '');
  if (!found) return 'native';
  const folder = folderOf(found);
  if (folder) return folder;
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(found.url) ?? [];
  return name ?? (found.url.startsWith('node:') ? nodePart(found.url) : pathOf(found.url));
}

const nodePart = (url: string): string => `node:${url.replace(/^node:(internal\/)?/, '').split('/')[0]}`;

/** Returns `domain/messages` for server/src/domain/messages/send.ts. */
function folderOf({ url }: Frame): string | undefined {
  const [, path] = /\/server\/src\/(.*)$/.exec(url) ?? [];
  if (!path) return undefined;
  const parts = path.split('/').slice(0, -1);
  return parts.slice(0, 2).join('/') || 'main';
}

const pathOf = (url: string): string => (url.startsWith('file:') ? (fileURLToPath(url).split('/').at(-1) ?? url) : url);

const sorted = (shares: Map<string, number>): Shares => [...shares].sort(([, a], [, b]) => b - a);
