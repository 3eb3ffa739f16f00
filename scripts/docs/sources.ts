import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageUrl } from './addresses.ts';
import { navigation, type Section } from './navigation.ts';
import { callOf, operationsOf, readDocument } from './openapi.ts';
import { anchorOf, fileOf, referencePages } from './reference.ts';

/** The input of the site: the Markdown of every page by its path in the project, and the sections of the menu. */
export type Sources = {
  root: string;
  pages: Map<string, string>;
  sections: Section[];
  /** The address of each operation in the API reference, by its call: `POST /v3/labels/{}`. */
  calls: Map<string, string>;
};

/** Reads the Markdown files and generates those of the API reference. */
export function readSources(root: string): Sources {
  const document = readDocument(root);
  const generated = new Map(referencePages(document).map(({ file, source }) => [file, source]));
  const sections = navigation(root, [...generated.keys()]);
  const files = sections.flatMap((section) => section.files);
  return {
    root,
    sections,
    pages: new Map(files.map((file) => [file, generated.get(file) ?? readFileSync(join(root, file), 'utf8')])),
    calls: new Map(
      operationsOf(document).map((operation) => [
        callOf(operation.method, operation.path),
        `${pageUrl(fileOf(operation.tags[0] ?? ''))}#${anchorOf(operation)}`,
      ]),
    ),
  };
}

/** Returns the first heading of a page. */
export const titleOf = (source: string): string => /^# (.*)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? '';

/** Returns the title of a page in the menu. Long titles of guides end at their first colon or comma. */
export function menuTitleOf(file: string, source: string): string {
  if (file === 'docs/README.md') return 'Overview';
  if (file === 'README.md') return 'Readme';
  const title = titleOf(source);
  return file.startsWith('docs/adr/') ? title : (title.split(/[:,]/)[0] ?? title);
}
