import type { Draft, Step, Trigger } from './types.ts';

/** The files of `patchbay automations pull` and `push`. A new file has no id yet. */
export type DefinitionFile = {
  id?: string;
  version?: number;
  revision?: string;
  name: string;
  description: string | null;
  isSingle: boolean;
  trigger: Trigger;
  steps: Step[];
};

const FIRST = ['id', 'type', 'name'];
const LAST = ['next'];

function rank(key: string): number {
  if (FIRST.includes(key)) return FIRST.indexOf(key);
  return LAST.includes(key) ? FIRST.length + 1 : FIRST.length;
}

const byRank = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);

/** Returns the same value with the keys of every object in the order of the files. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => byRank(a, b)).map(([key, inner]) => [key, ordered(inner)]));
}

/** Returns the text of a file, byte for byte as the command line writes it. */
export function fileText({ id, version, revision, name, description, isSingle, trigger, steps }: DefinitionFile): string {
  const head = {
    ...(id !== undefined && { id }),
    ...(version !== undefined && { version }),
    ...(revision !== undefined && { revision }),
  };
  const body = { name, description, isSingle, trigger: ordered(trigger), steps: ordered(steps) };
  return `${JSON.stringify({ ...head, ...body }, null, 2)}\n`;
}

/** Returns the name of what a file contains: the command line compares it to see who changed a definition. */
export async function revisionOf({ name, description, isSingle, trigger, steps }: DefinitionFile): Promise<string> {
  const text = JSON.stringify(ordered({ name, description, isSingle, trigger, steps }));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(hash.slice(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Why a file was not read. */
export type FileFault =
  | { kind: 'not_json' | 'not_object' }
  | { kind: 'missing'; field: string }
  | { kind: 'unknown'; field: string };

const KEYS = ['id', 'version', 'revision', 'name', 'description', 'isSingle', 'trigger', 'steps'];

/** Reads a file. What the server checks is left to it; here is refused what could not be drawn, or would be lost. */
export function readFileText(text: string): { file: DefinitionFile } | { fault: FileFault } {
  const value = parsed(text);
  if (value === undefined) return { fault: { kind: 'not_json' } };
  if (!isRecord(value)) return { fault: { kind: 'not_object' } };
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return { fault: { kind: 'unknown', field: unknown } };
  const missing = missingIn(value);
  if (missing) return { fault: { kind: 'missing', field: missing } };
  return { file: { description: null, isSingle: false, ...(value as Pick<DefinitionFile, 'name' | 'trigger' | 'steps'>) } };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function missingIn({ name, trigger, steps }: Record<string, unknown>): string | undefined {
  if (!isText(name)) return 'name';
  if (!isRecord(trigger) || !isText(trigger.type)) return 'trigger';
  if (!Array.isArray(steps) || steps.length === 0) return 'steps';
  const wrong = steps.findIndex((step) => !isRecord(step) || !isText(step.id) || !isText(step.type));
  return wrong < 0 ? undefined : `steps.${wrong}`;
}

export const draftOf = ({ isSingle, trigger, steps }: DefinitionFile): Draft => ({ trigger, steps, isSingle, layout: {} });
