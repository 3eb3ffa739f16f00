import type { Measured } from './measure.ts';

const WIDTH = 860;
const HEIGHT = 420;
const PLOT = { left: 64, right: 500, top: 56, bottom: 336 };
const COLOURS = ['#2f6fde', '#0f8f6b', '#b7791f', '#c2417a', '#7c5cd6', '#c8552b', '#2492a8', '#6b8e23'];
const STYLE =
  'svg{color:#1c2430;background:#fff}.grid{stroke:#d5dae2}.muted{fill:#5b6675}@media(prefers-color-scheme:dark){svg{color:#e4e8ee;background:#12161c}.grid{stroke:#333b47}.muted{fill:#9aa5b4}}';
const DECADES = [1, 10, 100, 1_000, 10_000];
const LINE_HEIGHT = 32;

/** `note`: how it was measured. */
export type Chart = { title: string; axis: string; note: string; sizes: number[]; rows: Measured[] };

/** Draws p99 by size: sizes are evenly spaced, milliseconds are logarithmic, so that equal ratios have equal slopes. */
export function drawChart({ title, axis, note, sizes, rows }: Chart): string {
  const all = rows.flatMap(({ figures }) => figures.p99);
  const low = DECADES.findLast((ms) => ms <= Math.min(...all)) ?? 1;
  const high = DECADES.find((ms) => ms >= Math.max(...all)) ?? Math.max(...all);
  const y = (ms: number): number =>
    PLOT.bottom - ((PLOT.bottom - PLOT.top) * Math.log(Math.max(ms, low) / low)) / Math.log(Math.max(high, 10 * low) / low);
  const x = (n: number): number => PLOT.left + ((n + 0.5) * (PLOT.right - PLOT.left)) / sizes.length;
  const parts = [
    text({ x: PLOT.left, y: 28, size: 16 }, title),
    text({ x: PLOT.left, y: 46, isMuted: true }, 'p99 in milliseconds'),
    ...ticks(low, Math.max(high, 10 * low)).map((ms) => gridLine(y(ms), ms)),
    ...sizes.map((size, n) => text({ x: x(n), y: PLOT.bottom + 22, anchor: 'middle' }, size.toLocaleString('en'))),
    text({ x: (PLOT.left + PLOT.right) / 2, y: PLOT.bottom + 46, anchor: 'middle', isMuted: true }, axis),
    text({ x: PLOT.left, y: PLOT.bottom + 68, isMuted: true, size: 12 }, note),
    text({ x: PLOT.right + 24, y: 46, isMuted: true }, 'p99, largest to smallest'),
    ...rows.map((row, n) =>
      drawLine(
        row,
        n,
        row.figures.p99.map((ms, at) => [x(at), y(ms)]),
      ),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="currentColor"><title>${escaped(title)}</title><style>${STYLE}</style>\n${parts.join('\n')}\n</svg>\n`;
}

const ticks = (low: number, high: number): number[] =>
  DECADES.flatMap((ms) => [ms, 2 * ms, 5 * ms]).filter((ms) => ms >= low && ms <= high);

const gridLine = (y: number, ms: number): string =>
  `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/>${text({ x: PLOT.left - 8, y: y + 4, anchor: 'end', isMuted: true }, ms.toLocaleString('en'))}`;

/** A line with its name and ratio at the right. */
function drawLine({ operation, figures, isSlow }: Measured, n: number, points: [number, number][]): string {
  const colour = COLOURS[n % COLOURS.length];
  const dash = n % 2 === 0 ? '' : ' stroke-dasharray="6 3"';
  const dots = points.map(([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5" fill="${colour}"/>`).join('');
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const at = PLOT.top + 20 + n * LINE_HEIGHT;
  const key = PLOT.right + 24;
  const name = `${operation.title}: ${figures.p99Ratio.toFixed(2)} (limit ${operation.limit})${isSlow ? ', too slow' : ''}`;
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>${dots}<line x1="${key}" x2="${key + 26}" y1="${at - 4}" y2="${at - 4}" stroke="${colour}" stroke-width="2"${dash}/>${text({ x: key + 34, y: at }, name)}`;
}

type Place = { x: number; y: number; anchor?: 'middle' | 'end'; size?: number; isMuted?: boolean };

const text = ({ x, y, anchor, size, isMuted }: Place, words: string): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${anchor ? ` text-anchor="${anchor}"` : ''}${size ? ` font-size="${size}"` : ''}${isMuted ? ' class="muted"' : ''}>${escaped(words)}</text>`;

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
