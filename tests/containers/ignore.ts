/** Whether .dockerignore lets a path through to the build: the last line that speaks of it, or of a folder above it, decides. */
export function isLetThrough(dockerignore: string, path: string): boolean {
  let isLet = true;
  for (const line of dockerignore.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const isException = line.startsWith('!');
    const pattern = toPattern(line.replace(/^!/, '').replace(/^\/|\/$/g, ''));
    if (pattern.test(path)) isLet = isException;
  }
  return isLet;
}

/** `*` stays within a folder, `**` does not, and what names a folder names all that is in it. */
function toPattern(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/?|\*|\?)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}(?:/.*)?$`);
}
