/** Creates a function that runs the work of one key in the order of its calls, each after the one before has ended. */
export function createInOrder(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const latest = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (latest.get(key) ?? Promise.resolve()).then(work, work);
    latest.set(key, result);
    const forget = () => void (latest.get(key) === result && latest.delete(key));
    result.then(forget, forget);
    return result;
  };
}
