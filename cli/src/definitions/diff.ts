type Edit = { kind: ' ' | '-' | '+'; line: string };

const CONTEXT = 3;

/** The difference of two texts as `diff -u` prints it, without the names; nothing where there is none. */
export function unifiedDiff(before: string, after: string): string[] {
  const edits = editsBetween(linesOf(before), linesOf(after));
  return hunks(edits).flatMap(({ from, to }) => [
    heading(edits, from, to),
    ...edits.slice(from, to).map(({ kind, line }) => kind + line),
  ]);
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** By the longest common subsequence: definitions have hundreds of lines, not millions. */
function editsBetween(a: readonly string[], b: readonly string[]): Edit[] {
  const common = lengths(a, b);
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  const edits: Edit[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      edits.push({ kind: ' ', line: a[i++] ?? '' });
      j++;
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) edits.push({ kind: '-', line: a[i++] ?? '' });
    else edits.push({ kind: '+', line: b[j++] ?? '' });
  }
  return edits;
}

function lengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i] as Uint32Array;
      const below = table[i + 1] as Uint32Array;
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return table;
}

/** Changes with a few lines around them; those that touch are one. */
function hunks(edits: readonly Edit[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [i, { kind }] of edits.entries()) {
    if (kind === ' ') continue;
    const from = Math.max(0, i - CONTEXT);
    const to = Math.min(edits.length, i + CONTEXT + 1);
    const last = found.at(-1);
    if (last && from <= last.to) last.to = to;
    else found.push({ from, to });
  }
  return found;
}

function heading(edits: readonly Edit[], from: number, to: number): string {
  const count = (part: readonly Edit[], other: Edit['kind']) => part.filter(({ kind }) => kind !== other).length;
  const range = (other: Edit['kind']) => {
    const before = count(edits.slice(0, from), other);
    const inside = count(edits.slice(from, to), other);
    return `${inside === 0 ? before : before + 1},${inside}`;
  };
  return `@@ -${range('+')} +${range('-')} @@`;
}
