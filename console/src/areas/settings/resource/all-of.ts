/** Settings pages show whole lists. Beyond this a tenant needs the search of the API. */
const MOST_ITEMS = 1_000;

/** Reads all pages of a search, up to a thousand entries. */
export async function allOf<T>(items: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) {
    all.push(item);
    if (all.length >= MOST_ITEMS) break;
  }
  return all;
}
