import type { Tree } from './lockfile.ts';

/**
 * Returns a problem for each package that runs a script when it is installed and is not in `allowScripts` of package.json. The
 * lockfile's word is compared with the installed package, because npm decides by the lockfile.
 */
export function checkInstallScripts(tree: Tree): string[] {
  const { locked, installed, allowScripts } = tree;
  const withScripts = new Set(packagesWithScripts(tree));
  const unlisted = [...withScripts].filter((name) => allowScripts[name] !== true);
  const hidden = locked.filter(({ path, hasInstallScript }) => !hasInstallScript && installed.get(path)?.installScripts.length);
  const stale = Object.keys(allowScripts).filter((name) => !withScripts.has(name));
  return [
    ...unlisted.map(
      (name) => `${name}: has an install script; replace the package or allow it by name in package.json (allowScripts)`,
    ),
    ...hidden.map(({ name }) => `${name}: has an install script that the lockfile does not mention; write the lockfile again`),
    ...stale.map((name) => `${name}: allowScripts of package.json allows a package without install scripts; remove the line`),
  ];
}

/** Returns the names of packages that run a script when they are installed. */
export function packagesWithScripts({ locked, installed }: Tree): string[] {
  const found = locked.filter(({ path, hasInstallScript }) => hasInstallScript || installed.get(path)?.installScripts.length);
  return [...new Set(found.map(({ name }) => name))];
}
