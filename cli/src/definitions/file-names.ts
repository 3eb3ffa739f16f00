const LONGEST = 60;

/** A name that every file system takes and that people can type. */
export function slugOf(name: string): string {
  const slug = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'automation' : slug;
}

/**
 * A file for each automation. One that has a file keeps it, also when it was renamed, so that git shows a change and not a
 * move; of several with one name, those that come later get the end of their id.
 */
export function fileNames(
  automations: readonly { id: string; name: string }[],
  existing: ReadonlyMap<string, string>,
): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(existing.values());
  for (const { id, name } of automations) {
    const kept = existing.get(id);
    const slug = slugOf(name);
    const free = taken.has(`${slug}.json`) ? `${slug}-${id.slice(-8)}.json` : `${slug}.json`;
    names.set(id, kept ?? free);
    taken.add(kept ?? free);
  }
  return names;
}
