import type { Operation } from './document.ts';

/** Where each operation is found: patchbay.<resource>.<method>, or patchbay.v2.<resource>.<method>. */
export type Place = { isV2: boolean; resource: string; method: string };

type Resource = { name: string; nouns: string[] };

/** Tags whose resource has a shorter name than the tag. */
const shorter: Record<string, string> = { 'Access tokens': 'tokens', 'Message templates': 'templates' };

/** Where the rule would give a name that nobody would look for. */
const exceptions: Record<string, string> = {
  createFile: 'files.upload',
  readFileContent: 'files.download',
  countAutomationSteps: 'automations.countSteps',
};

export function placeOf(operation: Operation): Place {
  const isV2 = operation.path.startsWith('/v2/');
  const [named, method] = exceptions[operation.id]?.split('.') ?? [];
  if (named && method) return { isV2, resource: named, method };
  const { name, nouns } = resourceOf(operation);
  const plain = operation.id.replace(/^v2/, '');
  const noun = nouns.find((noun) => plain.includes(noun)) ?? '';
  const short = plain.replace(noun, '');
  return { isV2, resource: name, method: short.charAt(0).toLowerCase() + short.slice(1) };
}

/** The tag is the resource, and its nouns go out of the method's name: createContact is contacts.create. */
function resourceOf({ tag, path }: Operation): Resource {
  const title = tag === IMPORTS_AND_EXPORTS ? `Contact ${path.includes('imports') ? 'imports' : 'exports'}` : tag;
  const plural = title.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  return { name: shorter[tag] ?? plural.charAt(0).toLowerCase() + plural.slice(1), nouns: [plural, singular] };
}

/** One chapter of the reference, two resources. */
const IMPORTS_AND_EXPORTS = 'Contact imports and exports';

/** Two operations with one name would hide each other. */
export function requireDistinct(operations: Operation[]): void {
  const taken = new Map<string, string>();
  for (const operation of operations) {
    const place = Object.values(placeOf(operation)).join('.');
    const other = taken.get(place);
    if (other) throw new Error(`${operation.id} and ${other} would both be ${place}: name one in scripts/sdk/names.ts`);
    taken.set(place, operation.id);
  }
}

export const className = (resource: string): string => resource.charAt(0).toUpperCase() + resource.slice(1);
export const fileName = (resource: string): string => resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
