import { isAllowedExpression } from './licence-expression.ts';
import type { Tree } from './lockfile.ts';

/** Licences without conditions on our own source or on that of our users. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Licences with conditions that are met because of how these packages are used. */
const exceptions: { licence: string; packages: RegExp; reason: string }[] = [
  {
    licence: 'MPL-2.0',
    packages: /^(axe-core|@axe-core\/playwright|lightningcss(-.+)?|web-push)$/,
    reason: 'conditions apply to changed files of the package; it is used unchanged',
  },
  { licence: 'OFL-1.1', packages: /^@fontsource-variable\/inter$/, reason: 'a font, embedded with its licence' },
  { licence: 'CC-BY-4.0', packages: /^caniuse-lite$/, reason: 'data for build tools, not distributed' },
];

const isExcepted = (name: string, licence: string): boolean =>
  exceptions.some((exception) => exception.licence === licence && exception.packages.test(name));

/** Returns a problem for each package whose licence is unknown or not allowed, and for each exception that no package needs. */
export function checkLicences({ locked, installed }: Tree): string[] {
  const problems = locked.flatMap(({ path, name, license }) => {
    const said = [license, installed.get(path)?.license].filter((licence) => typeof licence === 'string');
    if (said.length === 0)
      return [`${name}: no licence in the lockfile or the package; find it out and replace the package if needed`];
    const refused = said.find((text) => !isAllowedExpression(text, (word) => allowed.has(word) || isExcepted(name, word)));
    return refused
      ? [`${name}: licence ${refused} is not allowed; replace the package or add it to tests/supply/licences.ts`]
      : [];
  });
  const unneeded = exceptions.filter(
    ({ licence, packages }) => !locked.some((p) => p.license === licence && packages.test(p.name)),
  );
  return [...problems, ...unneeded.map(({ licence }) => `the exception for ${licence} is not needed; remove it`)];
}

/** Counts the different licences. */
export const countLicences = ({ locked }: Tree): number => new Set(locked.map(({ license }) => license)).size;
