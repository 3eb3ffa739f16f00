/** Returns the CPU milliseconds of `work`. Unlike elapsed time, they do not depend on the load of the machine. */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
