/** A mutant of the SDK, and the behaviours that must catch it (by a word of their names). */
export type Mutant = {
  name: string;
  change: [RegExp, string];
  askedIn: RegExp | 'every operation' | 'a page' | 'the compiler';
};

export const mutants: Mutant[] = [
  {
    name: 'every attempt makes a key of its own',
    change: [/\{ \.\.\.options, key, attempt: retry \}/, '{ ...options, key: key && crypto.randomUUID(), attempt: retry }'],
    askedIn: /the key stays|an answer that was lost/,
  },
  {
    name: 'no call carries a key',
    change: [/call\.isKeyed \?/, 'false ?'],
    askedIn: /an answer that was lost|only what changes/,
  },
  { name: 'searches carry a key', change: [/call\.isKeyed \?/, "call.method === 'POST' ?"], askedIn: /only what changes/ },
  { name: 'a key of the caller is left out', change: [/options\.idempotencyKey \?\? /, ''], askedIn: /a key of the caller/ },
  {
    name: 'Retry-After is not read',
    change: [/'lost' in outcome \? null : retryAfterMs/, 'true ? null : retryAfterMs'],
    askedIn: /Retry-After/,
  },
  {
    name: 'dates in Retry-After are not read',
    change: [/Date\.parse\(header\)/, 'Number.NaN'],
    askedIn: /as a date/,
  },
  {
    name: 'a Retry-After beyond the cap is cut instead of believed',
    change: [/asked > policy\.maxRetryAfterMs \? null : asked/, 'Math.min(asked, 1_000)'],
    askedIn: /longer than the cap/,
  },
  { name: 'retries have no end', change: [/retry > policy\.maxRetries \|\| /, ''], askedIn: /retries are bounded/ },
  { name: 'waits are always the same', change: [/return random\(\) \* bound/, 'return bound'], askedIn: /waits grow/ },
  { name: 'refusals are tried again', change: [/outcome\.status >= 500/, 'outcome.status >= 400'], askedIn: /refusals are not/ },
  {
    name: 'a call that is still running is taken for a conflict',
    change: [/outcome\.messageKey === 'idempotency_in_progress'/, 'false'],
    askedIn: /still running/,
  },
  {
    name: 'waits cannot be aborted',
    change: [/await sleep\(waitMs, options\.signal\)/, 'await sleep(waitMs)'],
    askedIn: /an aborted call rejects/,
  },
  {
    name: 'an abort is taken for a lost connection',
    change: [/ {4}ways\.signal\?\.throwIfAborted\(\);\n/, ''],
    askedIn: /an aborted call rejects/,
  },
  {
    name: 'the timeout ends with the headers',
    change: [/const info = infoOf\(call, response/, 'limit.clear(); const info = infoOf(call, response'],
    askedIn: /until the whole answer/,
  },
  {
    name: 'iterators end after a page',
    change: [/cursor = page\.pagination\.nextCursor;/, 'cursor = null;'],
    askedIn: /an iterator gives all/,
  },
  { name: 'iterators count pages, which shift', change: [/\{ cursor \}\)/, '{ page: 1 })'], askedIn: /an iterator gives all/ },
  { name: 'ids are not escaped', change: [/return encodeURIComponent\(id\)/, 'return id'], askedIn: /one segment/ },
  { name: 'an empty id is let through', change: [/ \|\| id === '' /, ' '], askedIn: /another operation/ },
  { name: 'redirects are followed', change: [/redirect: 'manual'/, "redirect: 'follow'"], askedIn: /a redirect/ },
  {
    name: 'a proxy’s page is a success',
    change: [/response\.ok && envelope\?\.success === true/, 'response.ok && envelope !== undefined'],
    askedIn: /a page of a proxy/,
  },
  { name: '404 is not its own class', change: [/ {2}404: NotFoundError,\n/, ''], askedIn: /every family/ },
  {
    name: 'error.is knows only the first key',
    change: [/\(keys as \(string \| null\)\[\]\)\.includes/, '[keys[0] as string | null].includes'],
    askedIn: /every family/,
  },
  {
    name: 'an error without an answer has no request id',
    change: [/message, requestId, attempts, cause \}/, 'message, requestId: null, attempts, cause }'],
    askedIn: /at its timeout/,
  },
  {
    name: 'any signature is good',
    change: [/let fits = false/, 'let fits = given.length > 0'],
    askedIn: /forged|standardwebhooks/,
  },
  {
    name: 'only the first secret is tried',
    change: [/for \(const key of keys\)/, 'for (const key of keys.slice(0, 1))'],
    askedIn: /really delivers/,
  },
  { name: 'old webhooks are taken', change: [/if \(age > toleranceSeconds\)/, 'if (false)'], askedIn: /forged/ },
  { name: 'the feed forgets where it was', change: [/lastId = frame\.id;/, ''], askedIn: /a broken feed/ },
  { name: 'the feed gives events again', change: [/ \|\| seen\.has\(frame\.id\)/, ''], askedIn: /a broken feed/ },
  {
    name: 'a silent feed is waited for',
    change: [/let timer = setTimeout\(bark, ms\)/, 'let timer = setTimeout(() => undefined, ms)'],
    askedIn: /a silent feed/,
  },
  {
    name: 'one method calls its neighbour',
    change: [/(\/v3\/campaigns\/\S+)\/pause`/, '$1/cancel`'],
    askedIn: 'every operation',
  },
  {
    name: 'pages are given without their envelope',
    change: [/return remember\(page as Page<T>, info\)/, 'return remember(page.data as Page<T>, info)'],
    askedIn: 'every operation',
  },
  {
    name: 'fetch is called as a method of the settings, which browsers refuse',
    change: [/\(\(input, init\) => globalThis\.fetch\(input, init\)\)/, 'globalThis.fetch'],
    askedIn: 'a page',
  },
  {
    name: 'something that only Node has',
    change: [/return encodeURIComponent\(id\)/, "return Buffer.from(id).toString('utf8')"],
    askedIn: 'the compiler',
  },
];
