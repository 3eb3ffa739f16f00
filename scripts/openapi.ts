import { readFileSync, writeFileSync } from 'node:fs';
import { openApi } from '../server/src/http/openapi.ts';
import { missing } from '../server/src/http/openapi-sample.ts';
import { checkExamples } from './openapi/examples.ts';
import { lint } from './openapi/lint.ts';

/**
 * `npm run openapi` writes the committed document. --check fails if the document is out of date, an operation is incomplete, an example
 * does not match its schema, or the linter reports a problem.
 */
const file = new URL('../docs/reference/openapi.json', import.meta.url);
const document = openApi('http://127.0.0.1:8080');
const text = `${JSON.stringify(document, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else {
  const { faults, ...figures } = checkExamples(document);
  faults.push(...missing);
  if (readFileSync(file, 'utf8') !== text)
    faults.unshift('docs/reference/openapi.json does not match the routes; run: npm run openapi, and read the difference');
  const problems = await lint(file.pathname);
  for (const line of [...faults, ...problems]) console.error(line);
  console.log(
    Object.entries({ ...figures, faults: faults.length, lintProblems: problems.length })
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  );
  if (faults.length + problems.length > 0) process.exitCode = 1;
}
