/**
 * One change by hand: a new file, a new file with the example of the section, text added after something that must exist, something
 * replaced, or a folder copied with other names.
 */
export type Edit =
  | { file: string; text: string }
  | { file: string; exampleInSection: true }
  | { file: string; after: RegExp; add: string }
  | { file: string; replace: RegExp; by: string }
  | { copy: string; to: string; except: RegExp; words: [RegExp, string][] };

/** How much a recipe may touch by hand; generated files do not count. */
export type Limit = { files: number } | { folder: RegExp; linesElsewhere: number };

/** A recipe of CONTRIBUTING.md with an example that follows it. */
export type Recipe = {
  name: string;
  /** The heading of the section in CONTRIBUTING.md. Every touched file must be named there. */
  heading: string;
  limit: Limit;
  /** Files of the contributor's own feature, which CONTRIBUTING.md cannot name. */
  ownCode?: string[];
  edits: Edit[];
  /** npm scripts that write generated files. */
  generate: string[];
  /** Command lines that must succeed afterwards. */
  checks: string[];
};

export const TYPES = 'npm run -s check:types';
