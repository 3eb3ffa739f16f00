import type { FastifyInstance } from 'fastify';
import { channels, kinds } from '../channels.ts';
import type { Account, Environment } from '../environment.ts';
import type { Line, Person } from '../people.ts';
import { SCRIPT, STYLE } from './looks.ts';

const MOST_CONVERSATIONS = 20;
const badgeColors = kinds.map((kind) => `b.${kind}{background:${channels[kind].color}}`).join('');

/** A web page with the conversations, and a form to write as a person with a phone. The control API can do the same. */
export function addPage(app: FastifyInstance, environment: Environment): void {
  app.get('/', async (_request, reply) => {
    // The page shows untrusted text: only its own script and style may run.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    );
    return reply.type('text/html; charset=utf-8').send(render(environment));
  });
}

function render(environment: Environment): string {
  const accounts = [...environment.accounts.values()];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Patchbay sandbox</title><style>${STYLE}${badgeColors}</style></head><body>
<header><h1>Patchbay sandbox</h1><p>${new Date(environment.clock.now()).toUTCString()} by its own clock</p></header>
<main id="main">${accounts.length > 0 ? accounts.map(accountSection).join('') : welcome(environment)}</main>
<script>${SCRIPT}</script></body></html>`;
}

const welcome = (environment: Environment) => `<section><h2>No accounts yet</h2><p>Make one, and it shows up here:</p>
<pre>curl -X PUT ${environment.url}/_sandbox/accounts/my-sms -H 'content-type: application/json' -d '{
  "kind": "sms", "accountSid": "AC123", "authToken": "secret",
  "number": "+15550001111", "callbackUrl": "http://localhost:3000/hook" }'</pre></section>`;

function accountSection(account: Account): string {
  const { posted, answered2xx, retried, failed, pending } = account.outbox.counts();
  const { accepted, refused } = account.journal.summary();
  const people = [...account.people.all()].filter(({ lines }) => lines.length > 0);
  const newest = people.sort((a, b) => latest(b) - latest(a)).slice(0, MOST_CONVERSATIONS);
  const id = html(account.id);
  return `<section data-account="${id}"><h2><b class="${account.spec.kind}">${account.spec.kind}</b> ${id}</h2>
<p>${accepted} sends accepted, ${refused} refused · callbacks: ${posted} posted, ${answered2xx} answered, ${retried} tried again,
${failed} given up, ${pending} pending → <code>${html(account.spec.callbackUrl)}</code></p>
<div class="people">${newest.map((person) => conversation(person)).join('')}</div>
<form><input name="from" required placeholder="${account.definition.exampleAddress}" aria-label="from">
<input name="name" placeholder="Name" aria-label="name"><input name="text" required placeholder="Write from a phone…" aria-label="text">
<button>Send</button></form></section>`;
}

const latest = ({ lines }: Person) => lines.at(-1)?.atMs ?? 0;

const conversation = (person: Person) => `<article data-from="${html(person.address)}">
<h3>${html(person.name ?? person.address)}${person.optedOut ? ' <i>opted out</i>' : ''}</h3><ol>${person.lines.map(lineItem).join('')}</ol></article>`;

const lineItem = ({ from, text, atMs }: Line) =>
  `<li class="${from}"><span>${html(text)}</span><time>${new Date(atMs).toISOString().slice(11, 19)}</time></li>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
