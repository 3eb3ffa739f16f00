import type { Operation } from './document.ts';
import { className, methodPath } from './names.ts';
import { bodyName, dataType, hasFields, hasOwnSearch } from './write-types.ts';

/** Writes one class: a method per operation, and an iterator for each search. */
export function writeResource(resource: string, description: string, operations: Operation[]): string {
  const methods = operations.flatMap((operation) => [
    method(operation),
    ...(operation.kind === 'page' ? [iterator(operation)] : []),
  ]);
  return `
    ${importLines(operations, methods.join(''))}

    /** ${description} */
    export class ${className(resource)} {
      readonly #transport: Transport;
      constructor(transport: Transport) { this.#transport = transport; }
      ${methods.join('\n')}
    }`;
}

/** The types of searches that a class uses, with how each is used. */
const usedTypes: [name: string, use: string][] = [
  ['Each', ': Each '],
  ['EachOf', ': EachOf<'],
  ['Page', '<Page<'],
  ['Search', ': Search '],
];

const pageTypes = (text: string): string =>
  usedTypes
    .filter(([, use]) => text.includes(use))
    .map(([name]) => `type ${name}, `)
    .join('');

function importLines(operations: Operation[], text: string): string {
  const deeper = operations.some(({ path }) => path.startsWith('/v2/')) ? '../' : '';
  const lines = [
    "import type { CallOptions, Transport } from '../../transport.ts';",
    text.includes('types.') && "import type * as types from '../types.ts';",
    text.includes('path`') && "import { path } from '../../path.ts';",
    text.includes('eachItem(') && `import { ${pageTypes(text)}eachItem } from '../../pages.ts';`,
    /\bFeed\b/.test(text) && "import type { Feed } from '../../feed.ts';",
    /\bUpload\b/.test(text) && "import type { Upload } from '../../upload.ts';",
    /\bDownload\b/.test(text) && "import type { Download } from '../../download.ts';",
  ].filter((line) => line !== false);
  return lines.join('\n').replaceAll("'../", `'${deeper}../`);
}

function method(operation: Operation): string {
  const { given, sent } = inputs(operation);
  const call = [`operation: '${operation.id}'`, `method: '${operation.method}'`, pathField(operation), ...sent];
  if (operation.isKeyed) call.push('isKeyed: true');
  return `
    /** ${sentence(operation)} */
    ${methodPath(operation).method}(${[...given, 'options?: CallOptions'].join(', ')}): ${answer(operation)} {
      return this.#transport.${operation.body === 'file' ? 'data' : operation.kind}({ ${call.join(', ')} }, options);
    }`;
}

function sentence({ summary, scope, isDeprecated }: Operation): string {
  const deprecated = isDeprecated ? '\n * @deprecated Version 2 ends at the date its operator has set.\n' : '';
  const needs = scope === null ? '' : ` Needs the scope \`${scope}\`.`;
  return `${summary}.${needs}${deprecated}`;
}

const pathField = ({ path, pathIds }: Operation): string =>
  `path: ${pathIds.length === 0 ? `'${path}'` : `path\`${path.replaceAll('{', '${')}\``}`;

/** Returns the parameters of the method and the arguments of the call. A body without fields has no parameter; a body that may be empty is optional. */
function inputs(operation: Operation): { given: string[]; sent: string[] } {
  const ids = operation.pathIds.map((name) => `${name}: string`);
  const withBody = (type: string, sent = 'body') => ({ given: [...ids, type], sent: [sent] });
  if (operation.kind === 'stream') return withBody('feed: Feed = {}', 'feed');
  if (operation.kind === 'bytes') return withBody('download: Download = {}', 'download');
  if (operation.kind === 'page' && !hasOwnSearch(operation)) return withBody('body: Search = {}');
  if (operation.body === 'file') return withBody('upload: Upload', 'upload');
  if (!operation.body) return { given: ids, sent: [] };
  if (!hasFields(operation.body)) return { given: ids, sent: ['body: {}'] };
  const mayBeEmpty = operation.method === 'POST' && operation.body.properties !== undefined && !operation.body.required?.length;
  return withBody(`body: types.${bodyName(operation)}${mayBeEmpty ? ' = {}' : ''}`);
}

function answer(operation: Operation): string {
  if (operation.kind === 'stream') return 'AsyncGenerator<types.Event>';
  if (operation.kind === 'bytes') return 'Promise<Response>';
  return operation.kind === 'page' ? `Promise<Page<${dataType(operation)}>>` : `Promise<${dataType(operation)}>`;
}

const eachType = (operation: Operation): string => {
  if (!hasOwnSearch(operation)) return 'Each = {}';
  const needed = operation.body !== 'file' && operation.body?.required?.length;
  return `EachOf<types.${bodyName(operation)}>${needed ? '' : ' = {}'}`;
};

/** search becomes each, searchDeliveries becomes eachDeliveries: no grammar of singular forms is needed. */
function iterator(operation: Operation): string {
  const search = methodPath(operation).method;
  const ids = operation.pathIds.map((name) => `${name}: string, `).join('');
  const passed = operation.pathIds.map((name) => `${name}, `).join('');
  return `
    /** All that \`${search}\` finds, page by page. */
    ${search.replace('search', 'each')}(${ids}search: ${eachType(operation)}, options?: CallOptions): AsyncGenerator<${dataType(operation)}> {
      return eachItem(search, (body) => this.${search}(${passed}body, options));
    }`;
}
