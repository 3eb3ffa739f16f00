import { Failure } from '../failure.ts';
import type { DefinitionFile } from './canonical.ts';

const KEYS = ['id', 'version', 'revision', 'name', 'description', 'isSingle', 'trigger', 'steps'];

/** Reads a file that people edit. What the server can verify is left to it; this is what would be lost on the way. */
export function readDefinition(text: string, path: string): DefinitionFile {
  const value = parsed(text, path);
  const wrong = faultOf(value);
  if (wrong)
    throw new Failure('failed', `${path}: ${wrong}`, {
      todo: 'correct the file, or fetch it again with: patchbay automations pull --force',
    });
  return { description: null, isSingle: false, ...(value as Omit<DefinitionFile, 'description' | 'isSingle'>) };
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure('failed', `${path} is not JSON: ${(error as Error).message}`, { todo: 'correct the file' });
  }
}

function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it must hold one object';
  const file = value as Record<string, unknown>;
  const unknown = Object.keys(file).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return `there is no field ${unknown}; there are ${KEYS.join(', ')}`;
  if (typeof file.name !== 'string' || file.name === '') return 'name is missing';
  if (file.id !== undefined && typeof file.id !== 'string') return 'id must be a text';
  if (file.version !== undefined && !Number.isInteger(file.version)) return 'version must be a whole number';
  if (typeof file.trigger !== 'object' || file.trigger === null) return 'trigger is missing';
  if (!Array.isArray(file.steps)) return 'steps is missing';
  return undefined;
}
