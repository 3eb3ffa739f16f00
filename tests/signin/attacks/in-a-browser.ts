import { inBrowser, startSite } from '../../sdk/browser.ts';
import { type Attack, control, createTally } from '../attack.ts';

type Seen = { status: number; text: string };

/** Runs in a page: makes a request with the cookies of the browser. */
async function ask({ url, method, body }: { url: string; method: string; body?: object }): Promise<Seen> {
  try {
    const headers = body ? { 'content-type': 'application/json' } : undefined;
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body), credentials: 'include' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

/** A real browser keeps the cookie from scripts and from pages of another site. */
export const inABrowser: Attack = {
  name: 'a page of another site in a browser',
  async run({ hire, baseUrl }) {
    const tally = createTally();
    const { email, password } = await hire();
    const own = { origin: baseUrl, close: async () => undefined };
    const site = await startSite('.');
    const evil = site.origin.replace('127.0.0.1', 'localhost');
    try {
      await inBrowser(own, async (page) => {
        await page.goto(`${baseUrl}/healthz`);
        const signedIn = await page.evaluate(ask, { url: '/v3/sessions', method: 'POST', body: { email, password } });
        control(signedIn.status === 201, `signing in: ${signedIn.status} ${signedIn.text}`);
        tally.tried('a script reads the cookie', !String(await page.evaluate('document.cookie')).includes('patchbay'));
        const token = await page.evaluate(ask, { url: '/v3/sessions/current/token', method: 'POST', body: {} });
        control(token.status === 201, `a token for the own page: ${token.status} ${token.text}`);
        await page.goto(evil);
        const attempts: { url: string; method: string; body?: object }[] = [
          { url: `${baseUrl}/v3/sessions/current`, method: 'GET' },
          { url: `${baseUrl}/v3/sessions/current/token`, method: 'POST', body: {} },
          { url: `${baseUrl}/v3/sessions/current`, method: 'DELETE' },
          { url: `${baseUrl}/v3/labels`, method: 'POST', body: { name: 'x' } },
        ];
        for (const attempt of attempts) {
          const { status, text } = await page.evaluate(ask, attempt);
          tally.tried(`${attempt.method} ${attempt.url} from another site: ${status} ${text}`, status === 0);
        }
        await page.goto(`${baseUrl}/healthz`);
        const alive = await page.evaluate(ask, { url: '/v3/sessions/current', method: 'GET' });
        tally.tried('the other site ended the session', alive.status === 200);
      });
    } finally {
      await site.close();
    }
    return tally.outcome();
  },
};
