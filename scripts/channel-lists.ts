import ts from 'typescript';

export type KindList = { line: number; text: string };

/** Returns the nodes of a source file that name at least two channel kinds: arrays, unions, objects, switches, comparisons, SQL. */
export function findKindLists(source: string, kinds: readonly string[]): KindList[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const isKind = (name: string | undefined): name is string => name !== undefined && kinds.includes(name);
  const found: KindList[] = [];
  const visit = (node: ts.Node): void => {
    if (new Set(namesIn(node).filter(isKind)).size >= 2) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, text: node.getText().replace(/\s+/g, ' ').slice(0, 100) });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function namesIn(node: ts.Node): (string | undefined)[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(literal);
  if (ts.isUnionTypeNode(node)) return node.types.map((type) => (ts.isLiteralTypeNode(type) ? literal(type.literal) : undefined));
  if (ts.isObjectLiteralExpression(node)) return node.properties.map(({ name }) => name && nameOf(name));
  if (ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node)) return node.members.map(({ name }) => name && nameOf(name));
  if (ts.isCaseBlock(node))
    return node.clauses.map((clause) => (ts.isCaseClause(clause) ? literal(clause.expression) : undefined));
  if (ts.isBinaryExpression(node)) return comparedIn(node);
  if (ts.isTemplateLiteral(node) || ts.isStringLiteral(node)) return quotedIn(node.getText());
  return [];
}

const literal = (node: ts.Node): string | undefined => (ts.isStringLiteral(node) ? node.text : undefined);
const nameOf = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;

/** The texts that `a === 'x' || b === 'y'` compares with. */
function comparedIn(node: ts.Expression): (string | undefined)[] {
  if (ts.isParenthesizedExpression(node)) return comparedIn(node.expression);
  if (!ts.isBinaryExpression(node)) return [];
  return [literal(node.left), literal(node.right), ...comparedIn(node.left), ...comparedIn(node.right)];
}

/** The texts that a statement in SQL has in quotes, one after the other. */
const quotedIn = (text: string): string[] =>
  [...text.matchAll(/'(\w+)'(?:\s*,\s*'\w+')+/g)].flatMap(([list]) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, name]) => String(name)),
  );
