/** Returns the milliseconds of CPU that this thread spent on `work`. Unlike elapsed time, it does not depend on what else the machine does. */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
