/**
 * A path with ids in it, each escaped. An id that is empty or made of dots would lead to another operation, because URLs are
 * shortened before they are sent; such an id is refused here.
 */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return parts.reduce((sofar, part, index) => sofar + segment(ids[index - 1]) + part);
}

function segment(id: unknown): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..')
    throw new TypeError(
      `An id must be a string that is not empty; this one is ${id === undefined ? 'undefined' : JSON.stringify(id)}`,
    );
  return encodeURIComponent(id);
}
