import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

export const MS_PER_TICK = 10; // USER_HZ of Linux is 100

/** A process and its CPU time so far, of all its threads; `withChildrenMs` includes children that have ended. */
export type Process = { pid: number; parent: number; name: string; title: string; cpuMs: number; withChildrenMs: number };

export function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)));
}

/** Returns CPU milliseconds of a process; 0 if it has ended. */
export const cpuMsOf = (pid: number): number => readProcess(pid)[0]?.cpuMs ?? 0;

function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return [parseStat(pid, stat, title)];
  } catch {
    return []; // ended meanwhile
  }
}

/** Parses /proc/PID/stat (man 5 proc): the fields after the command, which may contain spaces and brackets. */
function parseStat(pid: number, stat: string, title: string): Process {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const msOf = (...indexes: number[]) => indexes.reduce((sum, index) => sum + Number(fields[index]), 0) * MS_PER_TICK;
  const name = nameOf(title, stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')));
  return { pid, parent: Number(fields[1]), name, title, cpuMs: msOf(11, 12), withChildrenMs: msOf(11, 12, 13, 14) };
}

/** Returns the program, and of a Node.js process its script: `node/tsc`. */
export function nameOf(title: string, command: string): string {
  const [program = command, ...args] = title === '' ? [command] : title.split(' ');
  if (program.startsWith('postgres:')) return 'postgres';
  const name = (title === '' ? command : basename(program)).replaceAll(/[^\w.+-]/g, '');
  const script = args.find((one) => !one.startsWith('-'));
  return name === 'node' && script ? `node/${basename(script).replaceAll(/[^\w.+-]/g, '')}` : name || 'unnamed';
}
