import type { Block } from './pages.ts';

/** Why a block is shown and not run here. One that fits nothing is a fault. */
export type Excuse = { page: RegExp; text?: RegExp; language?: string; reason: string };

const QUICKSTART = 'run by npm run test:quickstart, from an empty folder';

export const excuses: Excuse[] = [
  { page: /^(README|docs\/quickstart)\.md$/, language: 'sh', reason: QUICKSTART },
  { page: /^docs\/quickstart\.md$/, language: 'js', reason: QUICKSTART },
  { page: /^docs\/guides\/sandbox\.md$/, text: /^npm ci$/m, reason: `${QUICKSTART}, and by npm run test:dev` },
  { page: /^docs\/guides\/self-hosting\.md$/, text: /^npm ci/m, reason: `the same commands as in the quickstart, ${QUICKSTART}` },
  {
    page: /^docs\/guides\/self-hosting\.md$/,
    text: /systemctl|adduser|certbot/,
    reason: 'changes the machine: needs root and systemd',
  },
  {
    page: /^docs\/guides\/working-in-the-inbox\.md$/,
    text: /serviceWorker/,
    reason: 'runs in a page with a service worker; server/src/job-handlers/push-notification.test.ts plays the browser',
  },
  { page: /^CONTRIBUTING\.md$/, text: /npm run check/, reason: 'what .ci/run does, step by step' },
  { page: /^CONTRIBUTING\.md$/, language: 'ts', reason: 'added to a copy of the repository by npm run test:recipes' },
  {
    page: /^docs\/guides\/channels\.md$/,
    text: /graph\.facebook\.com/,
    language: 'sh',
    reason: 'calls Meta, with credentials of yours',
  },
  {
    page: /^docs\/guides\/templates\.md$/,
    text: /^"body\.text"/,
    reason: 'a piece of invalidParams; the conformance suite has the sentences',
  },
  { page: /^docs\/runbooks\//, text: /systemctl|pg_ctlcluster/, reason: 'starts and stops services of the machine' },
  {
    page: /^sandbox\/README\.md$/,
    text: /^node sandbox\/src\/main\.ts/,
    reason: 'started by npm run dev, on which this suite runs',
  },
  {
    page: /^sandbox\/README\.md$/,
    text: /"updates"/,
    reason: 'the control API of the sandbox: sandbox/src/control/control.test.ts',
  },
  {
    page: /^docs\/guides\/containers\.md$/,
    text: /^docker (compose|build)/m,
    reason: 'needs a container runtime; npm run test:containers does the same with names of its own',
  },
  { page: /^docs\/guides\/debian\.md$/, language: 'sh', reason: 'needs root and systemd; npm run test:install runs the script' },
  {
    page: /^docs\/guides\/kubernetes\.md$/,
    text: /^helm install/m,
    reason: 'needs Helm and a cluster; npm run test:chart checks what can be checked without them',
  },
  { page: /^docs\/guides\/kubernetes\.md$/, language: 'yaml', reason: 'values, rendered and validated by npm run test:chart' },
];

export const excuseOf = (block: Block): Excuse | undefined =>
  excuses.find(
    ({ page, text, language }) =>
      page.test(block.page) && (text?.test(block.text) ?? true) && (language === undefined || language === block.language),
  );
