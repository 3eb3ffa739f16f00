import { versions } from '../../server/src/http/index.ts';
import type { Route } from '../../server/src/http/route.ts';
import { nextPhoneNumber } from '../../server/src/test-kit/tenant.ts';
import { type Call, send } from './client.ts';
import { examples } from './examples.ts';
import type { Kind, Person, Things } from './fixtures.ts';

/** A parameter of a request that holds an id. A search field may hold ids of a kind without fixtures. */
export type Slot = { name: string; kind: Kind | undefined };

/** One way to call one operation, with named parameters for ids. */
export type Operation = {
  name: string;
  route: Route;
  slots: Slot[];
  build(idIn: (slot: Slot) => string, person: Person): Omit<Call, 'token'>;
};

type Template = { path: string; body?: object };
const PLACE = /\{(\w+)\}/g;
const VALUES = new Set(['unique', 'phone']);
/** Operations that need a fixture in a certain state, and that kind. */
const INSTEAD: Record<string, Kind> = {
  'retryAutomationRun automationRun': 'failedAutomationRun',
  'pauseCampaign campaign': 'scheduledCampaign',
  'resumeCampaign campaign': 'pausedCampaign',
  'retryCampaign campaign': 'failedCampaign',
};
const QUERY_FORMS = ['eq(F,"X")', 'in(F,"X")', 'not(ne(F,"X"))', 'and(gte(F,"X"),lte(F,"X"))'];

/** Returns every operation of every version. Throws for one that cannot be probed. */
export async function listOperations(baseUrl: string, person: Person, things: Things): Promise<Operation[]> {
  const all: Operation[] = [];
  for (const { prefix, routes } of versions) {
    for (const route of routes) {
      const path = prefix + route.path.replace(/:(\w+)Id/g, '{$1}');
      if (path.includes(':'))
        throw new Error(`${route.operationId}: name the parameters of ${path} after what they are the id of`);
      const bodies = await bodiesOf(
        baseUrl,
        path.replace(PLACE, (_, name: string) => things[name as Kind]),
        route,
        person,
      );
      for (const body of bodies) all.push(toOperation(route, { path, body }, things));
    }
  }
  return all;
}

async function bodiesOf(baseUrl: string, path: string, route: Route, person: Person): Promise<(object | undefined)[]> {
  if (!route.body && !route.upload) return [undefined];
  const known = examples[route.operationId];
  if (known) return known;
  if (!path.endsWith('/search')) throw new Error(`${route.operationId} has a body and no example in tests/security/examples.ts`);
  const fields = (await searchFields(baseUrl, path, person)).filter((field) => /^id$|Id$/.test(field));
  const queries = fields.flatMap((field) => QUERY_FORMS.map((form) => form.replaceAll('F', field)));
  const placed = queries.map((query) => ({ query: query.replaceAll('X', `{${queryKind(query, path)}}`) }));
  return [{ pagination: { limit: 100 } }, ...placed];
}

/** Gets the searchable fields from the error message of an unknown field. */
async function searchFields(baseUrl: string, path: string, { token }: Person): Promise<string[]> {
  const { text } = await send(baseUrl, { method: 'POST', path, token, body: { query: 'eq(noSuchField,"x")' } });
  const listed = /there are ([\w ]+)/.exec(text)?.[1];
  if (!listed) throw new Error(`${path} did not name its fields: ${text}`);
  return listed.split(' ');
}

/** Returns the kind of an id: `contactId` is a contact's; the `id` of /v3/access_tokens/search is an accessToken's. */
function queryKind(query: string, path: string): string {
  const field = /(\w+),"X"/.exec(query)?.[1] ?? '';
  if (field !== 'id') return field.replace(/Id$/, '');
  const resource = path.split('/').at(-2) ?? '';
  return resource
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function toOperation(route: Route, template: Template, things: Things): Operation {
  const text = JSON.stringify(template);
  const names = [...new Set([...text.matchAll(PLACE)].map(([, name]) => name as string))].filter((name) => !VALUES.has(name));
  const isSearch = route.path.endsWith('/search');
  const slots = names.map((name): Slot => {
    if (!(name in things) && !isSearch) throw new Error(`${route.operationId} takes the id of a ${name}: make one in things.ts`);
    return { name, kind: INSTEAD[`${route.operationId} ${name}`] ?? (name in things ? (name as Kind) : undefined) };
  });
  const build: Operation['build'] = (idIn, person) => {
    const value = (name: string) => {
      if (name === 'unique') return person.unique();
      if (name === 'phone') return nextPhoneNumber();
      return idIn(slots.find((slot) => slot.name === name) as Slot);
    };
    const path = template.path.replace(PLACE, (_, name: string) => encodeInPath(value(name)));
    const body = fill(template.body, value);
    return { method: route.method, path, ...(route.upload ? toForm(body as FileExample) : { body }) };
  };
  return { name: `${route.operationId} ${text}`, route, slots, build };
}

type FileExample = { name: string; text: string };

/** A fixed boundary: the same example gives the same bytes. */
const toForm = ({ name, text }: FileExample): Pick<Call, 'form'> => ({
  form: `--form\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}\r\n--form--\r\n`,
});

/** A value that starts with `raw:` is sent unescaped. */
const encodeInPath = (value: string): string => (value.startsWith('raw:') ? value.slice(4) : encodeURIComponent(value));

/** In a query the id is a JSON string; elsewhere it is the whole value. */
function fill<T>(template: T, value: (name: string) => string): T {
  if (typeof template === 'string') {
    const isQuery = template.includes('"');
    const inPlace = (_: string, name: string) => (isQuery ? JSON.stringify(value(name)).slice(1, -1) : value(name));
    return template.replace(PLACE, inPlace) as T;
  }
  if (Array.isArray(template)) return template.map((item) => fill(item, value)) as T;
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, item]) => [key, fill(item, value)])) as T;
}
