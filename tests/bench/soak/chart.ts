import type { Sample } from './verdict.ts';

const [WIDTH, HEIGHT, LEFT, TOP, BETWEEN] = [640, 90, 150, 24, 34] as const;
const MIB = 1_048_576;

const panels: { title: string; of(one: Sample): number }[] = [
  { title: 'API: resident, MiB', of: ({ apiRssBytes }) => apiRssBytes / MIB },
  { title: 'API: heap, MiB', of: ({ apiHeapBytes }) => apiHeapBytes / MIB },
  { title: 'worker: resident, MiB', of: ({ workerRssBytes }) => workerRssBytes / MIB },
  { title: 'worker: heap, MiB', of: ({ workerHeapBytes }) => workerHeapBytes / MIB },
  { title: 'connections', of: ({ databaseConnections }) => databaseConnections },
  { title: 'dead rows', of: ({ deadRows }) => deadRows },
  { title: 'bytes per message', of: ({ bytesPerMessage }) => bytesPerMessage },
  { title: 'due jobs', of: ({ dueJobs }) => dueJobs },
];

/** Draws each series from 0 to its maximum over the minutes of the run. */
export function drawChart(samples: Sample[]): string {
  const seconds = samples.at(-1)?.seconds ?? 1;
  const drawn = panels.map(({ title, of }, n) => panel(title, samples.map(of), samples, seconds, TOP + n * (HEIGHT + BETWEEN)));
  const height = TOP + panels.length * (HEIGHT + BETWEEN);
  const size = `width="${LEFT + WIDTH + 20}" height="${height}"`;
  const style = 'font-family="sans-serif" font-size="12" fill="#334155"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${style}>\n${drawn.join('\n')}\n</svg>\n`;
}

function panel(title: string, values: number[], samples: Sample[], seconds: number, top: number): string {
  const most = Math.max(1, ...values);
  const xOf = (at: number) => (LEFT + (WIDTH * at) / Math.max(1, seconds)).toFixed(1);
  const points = samples.map((one, i) => `${xOf(one.seconds)},${(top + HEIGHT * (1 - (values[i] ?? 0) / most)).toFixed(1)}`);
  return [
    `<rect x="${LEFT}" y="${top}" width="${WIDTH}" height="${HEIGHT}" fill="#f8fafc" stroke="#cbd5e1"/>`,
    `<text x="8" y="${top + HEIGHT / 2}">${title}</text>`,
    `<text x="${LEFT - 8}" y="${top + 10}" text-anchor="end">${Math.round(most)}</text>`,
    `<text x="${LEFT + WIDTH}" y="${top + HEIGHT + 14}" text-anchor="end">${Math.round(seconds / 60)} min</text>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="#2563eb" stroke-width="1.5"/>`,
  ].join('\n');
}
