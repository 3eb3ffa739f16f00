import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';

const GUIDE = new URL('../../../docs/guides/operating.md', import.meta.url);

/** Returns the names in the table of metrics. */
async function documented(): Promise<string[]> {
  const [, section = ''] = (await readFile(GUIDE, 'utf8')).split('\n## Metrics\n');
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z_0-9]+)`/gm)].map(([, name = '']) => name);
}

test('every metric is in the table of docs/guides/operating.md, and every row of it is a metric', async () => {
  const { app } = await given();
  assert.deepEqual((await documented()).toSorted(), app.metrics.names().toSorted());
});

test('GET /metrics 200: memory and processor time of the process, connections, services', async () => {
  const { baseUrl } = await given();
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  for (const sample of [
    /^process_resident_memory_bytes [1-9]\d+/m,
    /^process_cpu_seconds_total [\d.]+/m,
    /^nodejs_heap_used_bytes [1-9]\d+/m,
    /^patchbay_database_connections\{pool="requests",state="idle"\} \d+/m,
    /^patchbay_database_waiting \d+/m,
    /^patchbay_service_up\{service="nats"\} 1/m,
    /^patchbay_service_up\{service="files"\} 1/m,
  ])
    assert.match(text, sample);
});
