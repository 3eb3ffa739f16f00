import type { Operation } from './document.ts';

/** The method of each operation: patchbay.<resource>.<method>, or patchbay.v2.<resource>.<method>. */
export type MethodPath = { isV2: boolean; resource: string; method: string };

type Named = Pick<Operation, 'id' | 'path' | 'tag'>;
type Resource = { name: string; nouns: string[] };

/** Tags whose resource has a shorter name. */
const shorter: Record<string, string> = { 'Access tokens': 'tokens', 'Message templates': 'templates' };

/** Names of operations for which the rule gives an unexpected name. */
const exceptions: Record<string, string> = {
  createFile: 'files.upload',
  readFileContent: 'files.download',
  listInstallationTenants: 'installation.listTenants',
  getPushKey: 'pushSubscriptions.getKey',
  countAutomationSteps: 'automations.countSteps',
};

export function methodPath(operation: Named): MethodPath {
  const isV2 = operation.path.startsWith('/v2/');
  const [named, method] = exceptions[operation.id]?.split('.') ?? [];
  if (named && method) return { isV2, resource: named, method };
  const { name, nouns } = resourceOf(operation);
  const plain = operation.id.replace(/^v2/, '');
  const noun = nouns.find((noun) => plain.includes(noun)) ?? '';
  const short = plain.replace(noun, '');
  return { isV2, resource: name, method: short.charAt(0).toLowerCase() + short.slice(1) };
}

/** The tag is the resource, and its nouns are removed from the method's name: createContact is contacts.create. */
function resourceOf({ tag, path }: Named): Resource {
  const title = tag === IMPORTS_AND_EXPORTS ? `Contact ${path.includes('imports') ? 'imports' : 'exports'}` : tag;
  const plural = title.replace(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  return { name: shorter[tag] ?? plural.charAt(0).toLowerCase() + plural.slice(1), nouns: [plural, singular] };
}

/** One tag with two resources. */
const IMPORTS_AND_EXPORTS = 'Contact imports and exports';

/** Throws if two operations have the same name. */
export function requireDistinct(operations: Operation[]): void {
  const taken = new Map<string, string>();
  for (const operation of operations) {
    const path = Object.values(methodPath(operation)).join('.');
    const other = taken.get(path);
    if (other) throw new Error(`${operation.id} and ${other} would both be ${path}: name one in scripts/sdk/names.ts`);
    taken.set(path, operation.id);
  }
}

export const className = (resource: string): string => resource.charAt(0).toUpperCase() + resource.slice(1);
export const fileName = (resource: string): string => resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
