import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { checkText, type Guard, pathsIn, render } from '../automations/index.ts';
import type { NewContent } from '../messages/index.ts';

/** What placeholders of a campaign can refer to. */
const roots = ['contact', 'variables', 'now'] as const;

/** Ids and URLs. They must be the same for every recipient, so they have no placeholders. */
const EXCLUDED: ReadonlySet<string> = new Set(['type', 'id', 'media', 'attachments']);
const LONGEST = 1_000_000;

const inHtml: Guard = (value) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Rewrite = (text: string, path: string, key: string) => string;

function rewrite(value: unknown, path: string, key: string, text: Rewrite): unknown {
  if (typeof value === 'string') return text(value, path, key);
  if (Array.isArray(value)) return value.map((one, i) => rewrite(one, `${path}.${i}`, key, text));
  if (typeof value !== 'object' || value === null) return value;
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, EXCLUDED.has(name) ? one : rewrite(one, inside(name), name, text)]),
  );
}

/** Refuses unknown placeholders, all at once. */
export function checkPlaceholders(content: NewContent): void {
  const invalidParams: InvalidParams = {};
  rewrite(content, '', '', (text, path) => {
    const message = checkText(text, roots);
    if (message) invalidParams[path] = { key: 'custom', message };
    return text;
  });
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
}

/** Returns the paths of all placeholders of a content. */
export function placeholdersIn(content: NewContent | null): string[] {
  const paths = new Set<string>();
  if (content)
    rewrite(content, '', '', (text) => {
      for (const path of pathsIn(text)) paths.add(path);
      return text;
    });
  return [...paths];
}

/** Returns the content with the values of one recipient. */
export const fillPlaceholders = (content: NewContent, data: Record<string, unknown>): NewContent =>
  rewrite(content, '', '', (text, _path, key) => render(text, data, LONGEST, key === 'html' ? inHtml : undefined)) as NewContent;
