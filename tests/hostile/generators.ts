/** Creates an input of about so many bytes. */
export type Generator<Input = string> = (bytes: number) => Input;

/** Repeats a piece. */
export const run =
  (piece: string): Generator =>
  (bytes) =>
    piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));

/** A different piece each time, so that caches and sets do not help. */
export const counted =
  (piece: (i: number) => string, between = ''): Generator =>
  (bytes) => {
    const pieces: string[] = [];
    for (let i = 0, size = 0; size < bytes; i++) {
      const next = piece(i);
      size += next.length + between.length;
      pieces.push(next);
    }
    return pieces.join(between);
  };

/** A prefix, the hostile part, and a suffix. */
export const within =
  (before: string, hostile: Generator, after = ''): Generator =>
  (bytes) =>
    before + hostile(Math.max(1, bytes - before.length - after.length)) + after;

/** The hostile part as bytes. */
export const bytesOf =
  (generator: Generator): Generator<Buffer> =>
  (bytes) =>
    Buffer.from(generator(bytes));

/** Nested pairs. */
export const nested =
  (open: string, close: string, middle = ''): Generator =>
  (bytes) => {
    const levels = Math.max(1, Math.floor(bytes / (open.length + close.length)));
    return open.repeat(levels) + middle + close.repeat(levels);
  };

/** Expensive JSON: many values, many keys, escapes, nesting, long texts. */
export const json: Record<string, Generator> = {
  'arrays in an array': within('[', run('[],'), '1]'),
  'objects in an array': within('[', run('{},'), '1]'),
  numbers: within('[', run('1,'), '1]'),
  'different keys': within(
    '{',
    counted((i) => `"${i}k":1`, ','),
    ',"z":1}',
  ),
  'the same key': within('{', run('"a":1,'), '"z":1}'),
  'numbers as keys': within(
    '{',
    counted((i) => `"${(i * 7_919) % 1_000_003}":1`, ','),
    ',"z":1}',
  ),
  'escapes in one text': within('["', run('\\u0041'), '"]'),
  'a NUL behind many values': within('[', run('[],'), '"\\u0000"]'),
  'backslashes without an end': within('["', run('\\')),
  'one long text': within('{"a":"', run('x'), '"}'),
  nesting: nested('[', ']'),
  'nesting without an end': run('{"a":'),
  'brackets in texts': within('[', run('"[{",'), '1]'),
  whitespace: within('[', run(' \n'), ']'),
  'signs of four bytes': within('["', run('😀'), '"]'),
};

/** Text that is hard for quote detection, headers and templates. */
export const texts: Record<string, Generator> = {
  attributions: within('', run('On 1/2 a wrote:\n'), '> q\nno quote'),
  'attributions that are folded': run('On 1/2\nAda\n'),
  'dates that may begin an attribution': run('3.11.2026 10:00 Ada\n'),
  'names and addresses without a verb': run('Ada <ada@example.com>\n'),
  'addresses in one line': run('<a@b '),
  'marks in one line': run('-- a'),
  'invisible signs': run('\u200f'),
  'rules and blank lines': run('__________\n\n\n'),
  'quoted lines': run('> \n'),
  'quote signs in one line': run('> '),
  'headers of an original': run('From: x\n'),
  'original marks that do not end': run('-----Original Message'),
  'dashes in one line': run('-'),
  'words that may end an attribution': run('On schrieb '),
  'lines of words that may end an attribution': run(`On ${'schrieb '.repeat(100)}\n`),
  'empty quotes': run('>\n'),
  'blank lines': run('\n \n'),
  'carriage returns': run('\r'),
};

/** Hostile HTML. */
export const html: Record<string, Generator> = Object.fromEntries(
  [
    '<a href="x',
    '<',
    '<!--',
    '<b>',
    '</i>',
    '&',
    '&#x',
    '&#x41',
    '<style>',
    '<a ',
    '<a b=',
    '"',
    '<p><script>',
    '<![CDATA[',
    '</head',
    ' \t\f',
    '<br>\n\n',
  ].map((piece) => [piece.replaceAll('\n', '\\n'), run(piece)]),
);

/** HTML with an expensive tree: deep, wide, or with missing end tags. */
export const trees: Record<string, Generator> = {
  'open elements, then other ends': (bytes) => run('<b>')(bytes / 2) + run('</i>')(bytes / 2),
  'quotes inside each other': within('<blockquote>'.repeat(50), run('x<br>')),
  'lists inside each other': run('<ul><li>x'),
  'tables inside each other': run('<table><tr><td>'),
  'elements inside each other': nested('<div>', '</div>', 'x'),
  links: run('<a href="https://a.example/">x</a>'),
};

/** Attributes that the sanitiser examines. */
export const attributes: Record<string, Generator> = {
  'styles of brackets': run('<p style="((((((((((">x'),
  'one long style': within('<p style="', run('a:b;'), '">'),
  'many attributes': within('<p ', run('a=b '), '>'),
  'images elsewhere': run('<img src="https://a.example/x">'),
  'schemes in disguise': run('<a href="&#x1;java&#x1;script:x">'),
};
