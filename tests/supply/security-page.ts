const HEADING = '## Threat model';
const COMMAND = /`npm (?:run )?([\w:-]+)`/g;

/** Returns a problem for each row of the threat model in SECURITY.md that names no test, and for each named script that does not exist. */
export function checkSecurityPage(page: string, npmScripts: string[]): string[] {
  const section = page.split(`${HEADING}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2); // after the heading and its line
  if (rows.length === 0) return [`SECURITY.md: has no table below "${HEADING}"`];
  const untested = rows.filter((row) => scriptsIn(row).length === 0);
  const unknown = scriptsIn(page).filter((name) => !npmScripts.includes(name));
  return [
    ...untested.map((row) => `SECURITY.md: no test in the row ${row.split('|')[1]?.trim()}`),
    ...unknown.map((name) => `SECURITY.md: there is no npm script ${name}`),
  ];
}

export const scriptsIn = (text: string): string[] => [...text.matchAll(COMMAND)].map(([, name]) => name as string);
