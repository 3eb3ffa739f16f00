/** A browser without pages: keeps cookies by origin and follows redirects. */
export function createBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string): Map<string, string> => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const go = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const jar = jarOf(new URL(url).origin);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie);
    return response;
  };
  return {
    go,
    cookies: (origin: string): Map<string, string> => jarOf(origin),
    /** Follows redirects until `stop` holds for a URL or there is no further redirect. Returns that response and its URL. */
    async follow(url: string, stop: (url: string) => boolean = () => false): Promise<{ url: string; response: Response }> {
      let at = url;
      for (let hops = 0; hops < 20; hops++) {
        if (stop(at)) return { url: at, response: new Response(null) };
        const response = await go(at);
        const location = response.headers.get('location');
        if (location === null || response.status < 300 || response.status > 399) return { url: at, response };
        at = new URL(location, at).href;
      }
      throw new Error(`more than 20 redirects from ${url}`);
    },
  };
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
  const isGone = value === '' || attributes.some((one) => /^max-age=0$/i.test(one));
  if (isGone) jar.delete(name);
  else jar.set(name, value);
}
