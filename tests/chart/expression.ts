/** A pipeline of calls: the value of each is the last argument of the next. */
export type Expression = Call[];
type Call = { name: string | null; args: Operand[] };
type Operand =
  | { kind: 'literal'; value: string | number }
  | { kind: 'field'; path: string[] }
  | { kind: 'variable'; name: string }
  | { kind: 'group'; value: Expression };

/** What an expression sees: the dot, the root, and the variables of range. */
export type Scope = { dot: unknown; variables: Record<string, unknown> };
export type Functions = Record<string, (scope: Scope, ...args: never[]) => unknown>;

const WORD = /\s*("(?:[^"\\]|\\.)*"|[()|]|[^\s()|"]+)/y;

export function parseExpression(text: string): Expression {
  const words = wordsOf(text);
  const expression = parsePipeline(words);
  if (words.length > 0) throw new Error(`cannot read the expression ${text}`);
  return expression;
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  const pattern = new RegExp(WORD);
  while (pattern.lastIndex < text.trimEnd().length) {
    const match = pattern.exec(text);
    if (!match) throw new Error(`cannot read the expression ${text}`);
    words.push(match[1] as string);
  }
  return words;
}

function parsePipeline(words: string[]): Expression {
  const calls = [parseCall(words)];
  while (words[0] === '|') {
    words.shift();
    calls.push(parseCall(words));
  }
  return calls;
}

function parseCall(words: string[]): Call {
  const name = /^[a-zA-Z]\w*$/.test(words[0] ?? '') ? (words.shift() as string) : null;
  const args: Operand[] = [];
  while (words.length > 0 && words[0] !== '|' && words[0] !== ')') args.push(parseOperand(words));
  if (name === null && args.length !== 1) throw new Error('an expression without a function needs exactly one value');
  return { name, args };
}

function parseOperand(words: string[]): Operand {
  const word = words.shift() as string;
  if (word === '(') {
    const value = parsePipeline(words);
    if (words.shift() !== ')') throw new Error('a bracket is not closed');
    return { kind: 'group', value };
  }
  if (word.startsWith('"')) return { kind: 'literal', value: JSON.parse(word) };
  if (/^\d+$/.test(word)) return { kind: 'literal', value: Number(word) };
  if (/^\$\w+$/.test(word)) return { kind: 'variable', name: word };
  if (/^\.(\w+(\.\w+)*)?$/.test(word)) return { kind: 'field', path: word.split('.').filter(Boolean) };
  throw new Error(`cannot read ${word}`);
}

export function evaluate(expression: Expression, scope: Scope, functions: Functions): unknown {
  let piped: unknown[] = [];
  for (const { name, args } of expression) {
    const values = [...args.map((operand) => operandValue(operand, scope, functions)), ...piped];
    piped = [name === null ? values[0] : call(name, values, scope, functions)];
  }
  return piped[0];
}

function call(name: string, values: unknown[], scope: Scope, functions: Functions): unknown {
  const known = functions[name];
  if (!known) throw new Error(`the function ${name} is not in the subset of tests/chart/functions.ts`);
  return known(scope, ...(values as never[]));
}

function operandValue(operand: Operand, scope: Scope, functions: Functions): unknown {
  if (operand.kind === 'literal') return operand.value;
  if (operand.kind === 'group') return evaluate(operand.value, scope, functions);
  if (operand.kind === 'field') return operand.path.reduce(fieldOf, scope.dot);
  if (!(operand.name in scope.variables)) throw new Error(`there is no variable ${operand.name}`);
  return scope.variables[operand.name];
}

/** Stricter than Helm, where an unknown field of a map is empty: a misspelt value is an error. */
function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !(name in value)) throw new Error(`there is no value .${name}`);
  return (value as Record<string, unknown>)[name];
}
