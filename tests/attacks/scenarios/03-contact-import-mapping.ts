import { callerFor, type Reply } from '../caller.ts';
import type { Scenario } from '../environment.ts';

const LARGEST_ANSWER_BYTES = 200_000;
const LONGEST_MS = 20_000;
const ENTRIES = 5_000;

const numbered = (make: (i: number) => [string, string], count = ENTRIES): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => make(i)));

export const scenario: Scenario = {
  entry: 3,
  title: 'a mapping of thousands of columns and an answer larger than the request',
  async run(environment) {
    const [{ baseUrl }, { token }] = await Promise.all([environment.server(), environment.tenant()]);
    const { post, uploadCsv } = callerFor(baseUrl, token);
    const fileId = await uploadCsv(`email,${'a long name of a column,'.repeat(900)}\nada@example.com\n`);
    const start = (mapping: Record<string, string>) => post('/v3/contact_imports', { fileId, mapping });
    const email = { email: 'email' };

    const distinct = { ...email, ...numbered((i) => [`column ${i}`, `attributes.a${i}`]) };
    check('one attribute per column', await start(distinct));
    check('every column is the first name', await start({ ...email, ...numbered((i) => [`column ${i}`, 'firstName']) }));
    const short = numbered((i) => [`c${i}`, `attributes.a${i}`], 1_900);
    check('columns that a file with a long first line has not', await start({ ...email, ...short }));
    // Within the limit of entries, so that the answer is about the columns.
    const few = numbered((i) => [`c${i}`, `attributes.a${i}`], 150);
    check('150 columns that the file has not', await start({ ...email, ...few }));
    check(
      'parameters that do not exist',
      await post(
        '/v3/labels',
        numbered((i) => [`p${i}`, 'x'], 30_000),
      ),
    );
    check('a parameter with a long name', await post('/v3/labels', { ['n'.repeat(900_000)]: 'x' }));
    check('a long list of ids that are none', await post('/v3/campaigns', { audience: { contactIds: Array(20_000).fill(1) } }));
  },
};

function check(what: string, { status, bytes, ms }: Reply): void {
  if (status !== 400) throw new Error(`${what}: answered with ${status}`);
  if (bytes > LARGEST_ANSWER_BYTES) throw new Error(`${what}: an answer of ${bytes} bytes`);
  if (ms > LONGEST_MS) throw new Error(`${what}: ${Math.round(ms)} ms`);
}
