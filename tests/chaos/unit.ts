import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { answers } from '../../server/src/test-kit/ports.ts';
import { atEnd } from './endings.ts';

export type Kind = 'worker' | 'api' | 'nats' | 'redis' | 'postgresql';

export type UnitPlan = {
  name: string;
  kind: Kind;
  command: string;
  args: string[];
  port: number;
  env?: Record<string, string>;
  user?: { uid: number; gid: number };
  log: string;
  /** Resolves when it serves. Default: when its port accepts connections. */
  ready?: () => Promise<boolean>;
  /** Kills it and its children. */
  destroy?: (pid: number) => Promise<void>;
  /** Cleans up before a restart. */
  prepare?: () => Promise<void>;
};

const LOOK_EVERY_MS = 50;
const START_AGAIN_MS = 300;
const START_WITHIN_MS = 300_000; // long: a start on a busy machine is slow and not what is tested
const ANSWER_WITHIN_MS = 150_000; // a process that is killed and restarted while it starts is never ready on a busy machine

/** A process of the installation that can be killed and paused, and is restarted as by an orchestrator. */
export type Unit = ReturnType<typeof createUnit>;

export function createUnit(plan: UnitPlan) {
  let child: ChildProcess | undefined;
  let state: 'down' | 'starting' | 'up' | 'ended' = 'down';
  let isPaused = false;
  let crashes = 0;

  async function start(): Promise<void> {
    const until = Date.now() + START_WITHIN_MS;
    state = 'starting';
    while (state === 'starting') {
      if (Date.now() > until) throw new Error(`${plan.name} did not start:\n${await lastWords(plan)}`);
      await plan.prepare?.();
      const started = launch(plan);
      child = started;
      if (await becomesReady(plan, started)) return watch(started);
      await end(plan, started);
      await wait(START_AGAIN_MS); // a service it needs may be down
    }
  }

  /** A process that has served must not end by itself: unavailable services come back. */
  function watch(started: ChildProcess): void {
    if (state === 'starting') state = 'up';
    const ended = () => {
      if (state !== 'up' || child !== started) return;
      crashes++;
      console.log(`CRASH: ${plan.name} exited without being killed, code ${started.exitCode ?? started.signalCode}`);
      void lastWords(plan).then(console.log);
      void start();
    };
    if (isGone(started)) ended();
    else started.once('exit', ended);
  }

  const unit = {
    name: plan.name,
    kind: plan.kind,
    port: plan.port,
    isUp: () => state === 'up' && !isPaused,
    crashes: () => crashes,
    start,
    async kill(): Promise<void> {
      if (state === 'ended') return;
      state = 'down';
      if (child) await end(plan, child);
    },
    pause(): void {
      isPaused = child?.kill('SIGSTOP') ?? false;
    },
    resume(): void {
      if (isPaused) child?.kill('SIGCONT');
      isPaused = false;
    },
  };
  atEnd(async () => {
    state = 'ended';
    if (child) await end(plan, child);
  });
  return unit;
}

function launch(plan: UnitPlan): ChildProcess {
  const log = openSync(plan.log, 'a');
  const child = spawn(plan.command, plan.args, {
    ...plan.user,
    env: { ...process.env, ...plan.env },
    cwd: '/',
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.on('error', (error) => console.error(`${plan.name}:`, error.message));
  return child;
}

const lastWords = async (plan: UnitPlan): Promise<string> => (await readFile(plan.log, 'utf8')).slice(-2_000);

const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function becomesReady(plan: UnitPlan, child: ChildProcess): Promise<boolean> {
  const ready = plan.ready ?? (() => answers(plan.port));
  const until = Date.now() + ANSWER_WITHIN_MS;
  while (!isGone(child) && Date.now() < until) {
    if (await ready()) return true;
    await wait(LOOK_EVERY_MS);
  }
  return false;
}

async function end(plan: UnitPlan, child: ChildProcess): Promise<void> {
  if (isGone(child) || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (plan.destroy) await plan.destroy(child.pid);
  else child.kill('SIGKILL');
  await gone;
}

const ALL_UP_WITHIN_MS = 120_000;

export async function untilAllUp(units: Unit[]): Promise<void> {
  const until = Date.now() + ALL_UP_WITHIN_MS;
  while (!units.every((unit) => unit.isUp())) {
    const missing = units.filter((unit) => !unit.isUp()).map((unit) => unit.name);
    if (Date.now() > until) throw new Error(`${missing.join(', ')} did not come back`);
    await wait(100);
  }
}
