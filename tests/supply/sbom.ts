import type { Tree } from './lockfile.ts';

export type Sbom = { bomFormat?: string; components?: { name: string; version: string; purl?: string; hashes?: unknown[] }[] };

/**
 * The SBOM of the whole lockfile. With `--omit dev` npm 11 leaves out packages that a workspace needs in production and the root lists
 * as a tool (fastify, pg), so nothing is omitted.
 */
export const SBOM_COMMAND = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];

/** Returns a problem for each production package that the SBOM does not name with its version and a hash. */
export function checkSbom({ locked }: Tree, { bomFormat, components = [] }: Sbom): string[] {
  if (bomFormat !== 'CycloneDX') return ['sbom: npm sbom wrote no CycloneDX document'];
  const named = new Map(components.map((component) => [`${component.name}@${component.version}`, component]));
  return locked
    .filter(({ dev }) => !dev)
    .flatMap(({ name, version }) => {
      const component = named.get(`${name}@${version}`);
      if (!component?.purl) return [`sbom: ${name}@${version} is missing`];
      return component.hashes?.length ? [] : [`sbom: ${name}@${version} has no hash`];
    });
}
