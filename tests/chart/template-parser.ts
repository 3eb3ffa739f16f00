import { type Expression, parseExpression } from './expression.ts';

/** A part of a template. Only the actions that our chart uses are known; every other one is an error. */
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: Expression }
  | { kind: 'if' | 'with'; value: Expression; body: Node[]; otherwise: Node[] }
  | { kind: 'range'; key: string; item: string; value: Expression; body: Node[] }
  | { kind: 'define'; name: string; body: Node[] };

type Token = { isAction: boolean; text: string };
type Reader = { tokens: Token[]; at: number };

const ACTION = /\{\{(-?)((?:"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\/|[^}"]|\}(?!\}))*?)(-?)\}\}/g;

/** Parses a template of Go's text/template, of which it knows a subset. */
export function parseTemplate(text: string): Node[] {
  const reader = { tokens: tokensIn(text), at: 0 };
  const nodes = parseNodes(reader);
  if (reader.at < reader.tokens.length) throw new Error(`unexpected {{ ${reader.tokens[reader.at]?.text} }}`);
  return nodes;
}

/** `{{-` removes white space before the action, `-}}` behind it. */
function tokensIn(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  let trimNext = false;
  const addText = (part: string, trimEnd: boolean): void => {
    const started = trimNext ? part.trimStart() : part;
    tokens.push({ isAction: false, text: trimEnd ? started.trimEnd() : started });
  };
  for (const match of text.matchAll(ACTION)) {
    addText(text.slice(from, match.index), match[1] === '-');
    tokens.push({ isAction: true, text: (match[2] as string).trim() });
    from = match.index + match[0].length;
    trimNext = match[3] === '-';
  }
  addText(text.slice(from), false);
  return tokens.filter(({ isAction, text: part }) => isAction || part !== '');
}

/** Reads up to `end` or `else`, which stays for the caller. */
function parseNodes(reader: Reader): Node[] {
  const nodes: Node[] = [];
  for (let token = reader.tokens[reader.at]; token; token = reader.tokens[reader.at]) {
    if (token.isAction && /^(end|else)$/.test(token.text)) return nodes;
    reader.at++;
    if (!token.isAction) nodes.push({ kind: 'text', text: token.text });
    else if (!token.text.startsWith('/*')) nodes.push(parseAction(token.text, reader));
  }
  return nodes;
}

function parseAction(text: string, reader: Reader): Node {
  const [, word = '', rest = ''] = /^(\w+)\s+([\s\S]+)$/.exec(text) ?? [];
  if (word === 'if' || word === 'with') {
    const body = parseNodes(reader);
    return { kind: word, value: parseExpression(rest), body, otherwise: parseElse(reader) };
  }
  if (word === 'range') {
    const [, key = '', item = '', list] = /^(\$\w+), (\$\w+) := (.+)$/.exec(rest) ?? [];
    if (!list) throw new Error(`range needs $key, $value := expression: ${text}`);
    return { kind: 'range', key, item, value: parseExpression(list), body: parseBody(reader) };
  }
  if (word === 'define') return { kind: 'define', name: JSON.parse(rest), body: parseBody(reader) };
  return { kind: 'output', value: parseExpression(text) };
}

function parseBody(reader: Reader): Node[] {
  const body = parseNodes(reader);
  expectEnd(reader);
  return body;
}

function parseElse(reader: Reader): Node[] {
  if (reader.tokens[reader.at]?.text !== 'else') {
    expectEnd(reader);
    return [];
  }
  reader.at++;
  return parseBody(reader);
}

function expectEnd(reader: Reader): void {
  if (reader.tokens[reader.at]?.text !== 'end') throw new Error('an action has no {{ end }}');
  reader.at++;
}
