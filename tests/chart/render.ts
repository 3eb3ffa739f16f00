import { parseAllDocuments } from 'yaml';
import { evaluate, type Functions, type Scope } from './expression.ts';
import { createFunctions, isEmpty, textOf } from './functions.ts';
import { type Node, parseTemplate } from './template-parser.ts';

/** A Kubernetes object, and the template that it was rendered from. */
export type Rendered = { file: string; object: KubernetesObject };
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas of the API decide what it holds
  spec?: any;
};
export type ChartFiles = Record<string, string>;

/** Renders all templates of a chart with values. Throws for a template outside of the subset, and for YAML with repeated keys. */
export function renderChart(templates: ChartFiles, context: object): Rendered[] {
  const parsed = Object.entries(templates).map(([file, text]) => ({ file, nodes: parseTemplate(text) }));
  const named = new Map(
    parsed.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'define' ? [[node.name, node.body]] : []))),
  );
  const functions = createFunctions((name, scope) => {
    const body = named.get(name);
    if (!body) throw new Error(`there is no template ${name}`);
    return renderNodes(body, scope, functions);
  });
  return parsed
    .filter(({ file }) => file.endsWith('.yaml'))
    .flatMap(({ file, nodes }) => objectsIn(file, renderNodes(nodes, { dot: context, variables: {} }, functions)));
}

function renderNodes(nodes: Node[], scope: Scope, functions: Functions): string {
  return nodes.map((node) => renderNode(node, scope, functions)).join('');
}

function renderNode(node: Node, scope: Scope, functions: Functions): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'define') return '';
  const value = evaluate(node.value, scope, functions);
  if (node.kind === 'output') return textOf(value);
  if (node.kind === 'range') return renderRange(node, value as object, scope, functions);
  if (isEmpty(value)) return renderNodes(node.otherwise, scope, functions);
  return renderNodes(node.body, node.kind === 'with' ? { ...scope, dot: value } : scope, functions);
}

/** Go visits the keys of a map in their order. */
function renderRange(node: Node & { kind: 'range' }, value: object, scope: Scope, functions: Functions): string {
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => ({ dot: item, variables: { ...scope.variables, [node.key]: key, [node.item]: item } }))
    .map((inner) => renderNodes(node.body, inner, functions))
    .join('');
}

function objectsIn(file: string, text: string): Rendered[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true });
  return [...documents].flatMap((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${file}: the rendered YAML is broken: ${error.message}`);
    const object = document.toJS() as KubernetesObject | null;
    return object ? [{ file, object }] : [];
  });
}
