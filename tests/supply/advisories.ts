import type { Tree } from './lockfile.ts';

/** What `npm audit --json` prints: a report, or an error of the registry. */
export type Audit = { vulnerabilities?: Record<string, { name: string; severity: string }>; message?: string };

export type Advisories = { count: number | 'unavailable'; problems: string[] };

const SERIOUS = ['high', 'critical'];

/** Reads the report of `npm audit --json`. Text that is no report means that the registry has no advisories to ask for. */
export function parseAudit(text: string): Audit {
  try {
    return JSON.parse(text) as Audit;
  } catch {
    return { message: text.trim().split('\n')[0] || 'npm audit printed nothing' };
  }
}

/**
 * Returns a problem for each advisory that concerns a production package or is at least of severity high. A registry that has no
 * advisories is a problem only if they are required, as for a release.
 */
export function checkAdvisories({ locked }: Tree, audit: Audit, areRequired: boolean): Advisories {
  if (!audit.vulnerabilities) {
    const problem = 'advisories: the registry does not answer npm audit; use one that does, or check without ADVISORIES=required';
    return { count: 'unavailable', problems: areRequired ? [problem] : [] };
  }
  const inProduction = new Set(locked.filter(({ dev }) => !dev).map(({ name }) => name));
  const found = Object.values(audit.vulnerabilities);
  const relevant = found.filter(({ name, severity }) => inProduction.has(name) || SERIOUS.includes(severity));
  return {
    count: found.length,
    problems: relevant.map(({ name, severity }) => `${name}: advisory of severity ${severity}; see npm audit, and update it`),
  };
}
