import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['node_modules', 'server/node_modules', 'console/node_modules'];
/** Links to the workspaces. They are relative, so copies of them lead into the copy of the repository. */
const WORKSPACES = '@patchbay';

/** Gives a copy of the repository the installed packages of the original, as links: works between file systems and copies no file. */
export function linkModules(from: string, to: string): void {
  for (const folder of FOLDERS) {
    if (!existsSync(join(from, folder)) || existsSync(join(to, folder))) continue;
    mkdirSync(join(to, folder), { recursive: true });
    for (const name of readdirSync(join(from, folder))) {
      const [source, target] = [join(from, folder, name), join(to, folder, name)];
      if (name === WORKSPACES) cpSync(source, target, { recursive: true, verbatimSymlinks: true });
      else if (name !== '.cache') symlinkSync(source, target);
    }
  }
}
