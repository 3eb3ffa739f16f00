type Json = Record<string, unknown>;
type Counts = Record<'contacts' | 'chats' | 'templates' | 'users' | 'snippets' | 'runs' | 'campaigns', number>;

/** What the demo shop must have at least. */
const LEAST: Counts = { contacts: 30, chats: 60, templates: 6, users: 4, snippets: 5, runs: 1, campaigns: 1 };

async function ask(
  url: string,
  token: string | null,
  body: object,
): Promise<{ status: number; body: Json; cookie: string | null }> {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Json, cookie: answer.headers.get('set-cookie') };
}

const total = async (apiUrl: string, token: string, path: string, query?: string): Promise<number> => {
  const { body } = await ask(`${apiUrl}/v3/${path}/search`, token, {
    ...(query && { query }),
    pagination: { page: 0, limit: 1 },
  });
  return (body.pagination as { total: number }).total;
};

/** Counts the demo data. */
export async function countDemo(apiUrl: string, token: string): Promise<Counts> {
  return {
    contacts: await total(apiUrl, token, 'contacts'),
    chats: await total(apiUrl, token, 'chats'),
    templates: await total(apiUrl, token, 'message_templates'),
    users: await total(apiUrl, token, 'users'),
    snippets: await total(apiUrl, token, 'snippets'),
    runs: await total(apiUrl, token, 'automation_runs'),
    campaigns: await total(apiUrl, token, 'campaigns', 'eq(status,"completed")'),
  };
}

/** Returns what the demo lacks. */
export const missingFrom = (counts: Counts): string[] =>
  (Object.keys(LEAST) as (keyof Counts)[]).flatMap((name) =>
    counts[name] >= LEAST[name] ? [] : [`the demo has ${counts[name]} ${name}, not ${LEAST[name]}`],
  );

/** Returns the faults of the link that signs the developer in: it works once, and its session has a cookie and one tenant. */
export async function faultsOfLink(apiUrl: string, output: string): Promise<string[]> {
  const token = /^ *console +\S+#token=(\S+)$/m.exec(output)?.[1];
  if (!token) return ['no link to the console is printed'];
  const first = await ask(`${apiUrl}/v3/sessions/link`, null, { token });
  const { tenants = [] } = (first.body.data ?? {}) as { tenants?: { mode: string }[] };
  const again = await ask(`${apiUrl}/v3/sessions/link`, null, { token });
  return [
    ...(first.status === 201 && first.cookie?.includes('HttpOnly') ? [] : [`the link was answered with ${first.status}`]),
    ...(tenants.length === 1 && tenants[0]?.mode === 'sandbox'
      ? []
      : ['the session of the link does not reach the demo tenant alone']),
    ...(again.status === 404 ? [] : [`the link worked twice: ${again.status}`]),
  ];
}
