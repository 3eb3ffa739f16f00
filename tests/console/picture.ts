import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * Takes a picture of a page of the console on a server that `npm run dev` started, signed in as a new user of the demo tenant:
 *   node tests/console/picture.ts --path /inbox --out inbox.png [--width 390] [--theme dark] [--language ar] [--click 'text=Settings']
 * Prints errors of the page and violations of the content security policy.
 */
const { values } = parseArgs({
  options: {
    api: { type: 'string', default: process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? 8080}` },
    state: { type: 'string', default: process.env.DEV_STATE_FILE ?? '.data/dev.json' },
    path: { type: 'string', default: '/inbox' },
    out: { type: 'string', default: 'console.png' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '' },
    theme: { type: 'string', default: 'light' },
    language: { type: 'string', default: 'en' },
    click: { type: 'string', multiple: true, default: [] },
    press: { type: 'string', multiple: true, default: [] },
    wait: { type: 'string', default: '700' },
    anonymous: { type: 'boolean', default: false },
  },
});

const email = `picture.${process.pid}@example.com`;
const password = 'correct horse battery staple';

async function post(path: string, body: object | undefined, token?: string): Promise<Record<string, string>> {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(values.api + path, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = (await response.json()) as { data: Record<string, string> };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

async function createUser(): Promise<void> {
  const { accessToken } = JSON.parse(await readFile(values.state, 'utf8')) as { accessToken: string };
  const { id } = await post('/v3/users', { name: 'Yusuf Demir', email, role: 'admin' }, accessToken);
  const { url } = await post(`/v3/users/${id}/invitation`, undefined, accessToken);
  await post('/v3/invitations/accept', { token: /#token=(.+)$/.exec(url ?? '')?.[1], password });
}

async function openPage(browser: Browser): Promise<Page> {
  const width = Number(values.width);
  const context = await browser.newContext({
    viewport: { width, height: Number(values.height) || (width < 768 ? 844 : 900) },
    hasTouch: width < 768,
    colorScheme: values.theme === 'dark' ? 'dark' : 'light',
  });
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && console.log(`console error: ${message.text()}`));
  page.on('pageerror', (error) => console.log(`page error: ${error.stack}`));
  await page.addInitScript((language) => localStorage.setItem('patchbay.language', language), values.language);
  return page;
}

async function signIn(page: Page): Promise<void> {
  await createUser();
  await page.goto(`${values.api}/console/signin`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/console/inbox**');
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
try {
  const page = await openPage(browser);
  if (!values.anonymous) await signIn(page);
  await page.goto(`${values.api}/console${values.path}`);
  await page.waitForTimeout(Number(values.wait));
  for (const selector of values.click) await page.locator(selector).first().click();
  for (const key of values.press) await page.keyboard.press(key);
  if (values.click.length + values.press.length > 0) await page.waitForTimeout(Number(values.wait));
  await page.screenshot({ path: values.out });
  console.log(`${page.url()} -> ${values.out}`);
} finally {
  await browser.close();
}
