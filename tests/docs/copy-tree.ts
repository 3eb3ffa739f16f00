import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies what a clone would have, and what is new and not ignored yet. Works without git, too. */
export function copyTree(from: string, to: string): number {
  const files = (listedByGit(from) ?? walked(from, ignoredIn(from))).filter((file) => existsSync(join(from, file)));
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(from, file), join(to, file), { verbatimSymlinks: true });
  }
  return files.length;
}

/** A checkout may belong to another user, be shallow or have no branch: none of that matters for a list of files. */
function listedByGit(folder: string): string[] | undefined {
  try {
    const options = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', options, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e8,
    });
    const files = [...new Set(listed.split('\0').filter(Boolean))];
    return files.includes('package.json') ? files : undefined;
  } catch {
    return undefined;
  }
}

/** The patterns of .gitignore, as far as this project uses them: names, names of folders, and endings. */
function ignoredIn(folder: string): (name: string) => boolean {
  const patterns = readFileSync(join(folder, '.gitignore'), 'utf8').split('\n').filter(Boolean);
  const plain = new Set(['.git', ...patterns.map((pattern) => pattern.replace(/^\//, '').replace(/\/$/, ''))]);
  const endings = patterns.filter((pattern) => pattern.startsWith('*')).map((pattern) => pattern.slice(1));
  return (name) => plain.has(name) || endings.some((ending) => name.endsWith(ending));
}

function walked(root: string, isIgnored: (name: string) => boolean, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (isIgnored(entry.name) || isIgnored(path)) return [];
    return entry.isDirectory() ? walked(root, isIgnored, path) : [path];
  });
}
