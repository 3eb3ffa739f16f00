import { createLogger } from '../../server/src/platform/logger.ts';
import { createMetrics } from '../../server/src/platform/metrics.ts';
import type * as ParserPools from '../../server/src/platform/parser-pool.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { printFigures } from '../security/environment.ts';
import { checkCorpus, type Reader, type Verdict } from './check-corpus.ts';

/** Text that is replaced in a copy of the server. Text that is not found there stops the test. */
const mutants: [name: string, pattern: RegExp, replacement: string][] = [
  ['no attribution is found', /attributionIn\(lines, i\) > 0/, 'false'],
  ['an attribution is on one line only', /const MOST_FOLDED_LINES = 4;/, 'const MOST_FOLDED_LINES = 1;'],
  ['a language is lost: Finnish', /wrote: \['kirjoitti'\]/, "wrote: ['writes']"],
  ['a language is lost: Latvian header blocks', /'nosūtīts', 'sūtīts', 'datums'/, "'sent'"],
  ['header blocks of Outlook stay', /\|\| isHeaderBlock\(lines, i\)/, ''],
  ['marks of writing direction stay', /line\.replace\(INVISIBLE, ''\)/, 'line'],
  [
    'quotes of HTML lose their signs',
    /\{ selector: 'tr', format: 'block'/,
    "{ selector: 'blockquote', format: 'block' },\n    { selector: 'tr', format: 'block'",
  ],
  ['hidden elements are read', /\{ selector: '\*\[style\*="display:none"i\]', \.\.\.HIDDEN \},/, ''],
  ['addresses of links are lost', /\(https\?:\|tel:/, '(tel:'],
  ['titles and scripts are text', /if \(HIDDEN\.has\(name\)\)/, 'if (name === "")'],
  [
    'remote images are loaded',
    /img: \['cid', 'data'\]([\s\S]*)\{ 'data-remote-src': address \}/,
    "img: ['cid', 'data', 'https']$1{ src: address }",
  ],
  ['remote images are dropped', /\{ 'data-remote-src': address \}/, '{}'],
  ['HTML is not cleaned', /cleanHtml\(html\),/, 'html,'],
  ['text of HTML alone is lost', /\(plain\?\.trim\(\) \? plain : htmlAsText\(html \?\? ''\)\) \?\? ''/, "plain ?? ''"],
  ['files are named after nothing', /fileName: filename\?\.trim\(\) \|\|/, 'fileName:'],
  ['invitations lose their line ends', /replace\(\/\\r\?\\n\/g, '\\r\\n'\)\) : bytes/, "replace(/\\r?\\n/g, '\\n')) : bytes"],
  ['a remainder of base64 is lost', /if \(sign === PADDING\) bits = 0;/, 'if (sign === PADDING) break; else bits = 0;'],
  ['reports are messages', /if \(report\) return report;/, ''],
  ['a delay is a failure', /action === 'failed' \? 'failed' :/, "action !== 'delivered' ? 'failed' :"],
  ['forged reports count', /&& failsAuthentication\(mail\.headers\)/, '&& false'],
  ['a full mailbox is an unknown one', /'2\.2': 'mailbox_full'/, "'2.2': 'undeliverable'"],
  ['machines are people', /isAutomatic: isAutomatic\(mail\)/, 'isAutomatic: false'],
  ['everyone is a machine', /submitted !== undefined && submitted !== 'no'/, 'submitted !== undefined'],
  ['an opt-out is ignored', /preference: asksToStop\(.*\) \? 'stop' : null/, 'preference: null'],
  ['our own mail comes back', /address\.toLowerCase\(\) === settings\.address\.toLowerCase\(\)/, 'address === settings.address'],
];

/** Runs each mutant and checks that the corpus catches it. ONLY=word selects mutants by name. */
export async function testMutants(): Promise<boolean> {
  const wanted = mutants.filter(([name]) => name.includes(process.env.ONLY ?? ''));
  let caught = 0;
  for (const [name, pattern, replacement] of wanted) {
    const { wrong } = await checkBroken(pattern, replacement);
    if (wrong.length > 0) caught++;
    console.log(`${wrong.length > 0 ? 'caught' : 'MISSED'}: ${name}${wrong[0] ? `: ${wrong[0].slice(0, 160)}` : ''}`);
  }
  printFigures({ planted: wanted.length, caught });
  return wanted.length > 0 && caught === wanted.length;
}

async function checkBroken(pattern: RegExp, replacement: string): Promise<Verdict> {
  const copy = await makeBrokenCopy([[pattern, replacement]]);
  try {
    const { parseInPool }: Pick<Reader, 'parseInPool'> = await import(copy.url('adapters/email/parse-in-pool.ts'));
    const { createParserPool }: typeof ParserPools = await import(copy.url('platform/parser-pool.ts'));
    const pool = createParserPool({ log: createLogger('silent'), metrics: createMetrics() });
    const verdict = await checkCorpus({ parseInPool, pool });
    await pool.close();
    return verdict;
  } finally {
    await copy.remove();
  }
}
