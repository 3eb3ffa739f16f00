import { cpus } from 'node:os';
import { STEPS } from './automations-flow.ts';
import { throughput } from './automations-throughput.ts';
import { amongWaiting } from './automations-waiting.ts';

/**
 * npm run bench:automations. Steps per second of one worker process against the same SQL in a bare script, alternating in one run; then
 * how soon a due run continues while very many others wait, and whether the indexes that every step uses fit in
 * memory. RUNS, ROUNDS, WAITING and DUE shorten it for CI.
 */
const RUNS = Number(process.env.RUNS ?? 1_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const WAITING = Number(process.env.WAITING ?? 1_000_000);
const DUE = Number(process.env.DUE ?? 500);
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.4);
const WANTED_DUE_P99_MS = Number(process.env.WANTED_DUE_P99_MS ?? 1_000);

console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}" runs=${RUNS} steps=${RUNS * STEPS} rounds=${ROUNDS}`);
const { barePerSecond, oursPerSecond, ratio } = await throughput(RUNS, ROUNDS);
console.log(`barePerSecond=${Math.round(barePerSecond)} oursPerSecond=${Math.round(oursPerSecond)} ratio=${ratio.toFixed(2)}`);
const { p50Ms, p99Ms, indexes, hotIndexMb, sharedBuffersMb, ramMb } = await amongWaiting(WAITING, Math.min(DUE, WAITING));
console.log(`indexesMb="${indexes.map(({ name, mb }) => `${name}:${mb.toFixed(1)}`).join(' ')}"`);
console.log(
  `waiting=${WAITING} due=${DUE} dueP50Ms=${p50Ms} dueP99Ms=${p99Ms} hotIndexMb=${Math.round(hotIndexMb)} ` +
    `sharedBuffersMb=${Math.round(sharedBuffersMb)} ramMb=${Math.round(ramMb)}`,
);
if (ratio < WANTED_RATIO || p99Ms > WANTED_DUE_P99_MS || hotIndexMb > ramMb) process.exitCode = 1;
