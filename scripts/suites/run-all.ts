/** Runs the tasks on a number of parallel tracks. The results have the order of the tasks. */
export async function onTracks<T, R>(tracks: number, tasks: T[], run: (task: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...tasks.entries()];
  const track = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: tracks }, track));
  return results;
}
