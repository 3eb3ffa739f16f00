import { methodPath } from '../sdk/names.ts';
import type { Operation } from './openapi.ts';

/** Returns the same call with curl, with the SDK and, where there is a command, with the CLI, as neighbouring labelled blocks. */
export function examplesOf(operation: Operation): string {
  const command = commands[operation.operationId];
  return [
    block('sh [curl]', curl(operation)),
    block('ts [SDK]', sdkCall(operation)),
    ...(command === undefined ? [] : [block('sh [CLI]', `patchbay ${command}`)]),
  ].join('\n');
}

const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;

/** The operations that a command of the CLI carries out. */
const commands: Record<string, string> = {
  sendMessage: 'send --chat 01a1dca6-fec0-71d4-8860-39800fa9c47a Yes, in blue too.',
  sendMessageToContact:
    'send --contact 01a1dca6-fec0-71d4-8860-39800fa9c47a --channel 01a1dd55-9d1e-7a4b-8f7d-1c1f7f2a9f00 Yes, in blue too.',
  searchChats: 'chats --status open --unread',
  searchMessages: 'chats show 01a1dca6-fec0-71d4-8860-39800fa9c47a',
  createContactImport: 'contacts import people.csv',
  searchWebhooks: 'webhooks',
  replayWebhook: 'webhooks replay 01a1dcc9-d140-70a5-87d3-57bbd0af6599 --from 2h',
  followEvents: 'listen --types message.received',
  getCampaignStatistics: 'campaigns watch 01a1dca6-fec0-71d4-8860-39800fa9c47a',
};

function curl({ method, path, parameters = [], requestBody }: Operation): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => exampleOf(parameters, name));
  const json = requestBody?.content['application/json'];
  const isPlain = method === 'GET' || (method === 'POST' && requestBody);
  return [
    `curl -s ${isPlain ? '' : `-X ${method} `}"$API${filled}" -H "Authorization: Bearer $TOKEN"`,
    ...(json
      ? [`  -H 'Content-Type: application/json' -d '${JSON.stringify(json.example ?? {}).replaceAll("'", "'\\''")}'`]
      : []),
    ...(requestBody?.content['multipart/form-data'] ? ['  -F file=@menu.pdf'] : []),
  ].join(' \\\n');
}

const exampleOf = (parameters: NonNullable<Operation['parameters']>, name: string): string =>
  parameters.find((one) => one.name === name)?.example ?? name;

function sdkCall(operation: Operation): string {
  const { operationId: id, path, tags, parameters = [], responses } = operation;
  const { isV2, resource, method } = methodPath({ id, path, tag: tags[0] ?? '' });
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `'${exampleOf(parameters, name)}'`);
  const call = `patchbay.${isV2 ? 'v2.' : ''}${resource}.${method}(${[...ids, ...bodyOf(operation)].join(', ')})`;
  const isStream = responses['200']?.content?.['text/event-stream'] !== undefined;
  return isStream ? `for await (const event of ${call}) console.log(event);` : `const result = await ${call};`;
}

/** A body without fields is no argument of the method. */
function bodyOf({ requestBody }: Operation): string[] {
  if (requestBody?.content['multipart/form-data']) return ["{ content: await readFile('menu.pdf'), name: 'menu.pdf' }"];
  const json = requestBody?.content['application/json'];
  const { properties = {}, anyOf, oneOf } = json?.schema ?? {};
  if (!anyOf && !oneOf && Object.keys(properties).length === 0) return [];
  return [toSource(json?.example ?? {})];
}

const LONGEST_LINE = 60;

/** Returns a JSON value as TypeScript: keys without quotes, strings in single ones, on one line where it is short. */
function toSource(value: unknown): string {
  const long = JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, singleQuoted);
  const short = long.replaceAll(/\n\s*/g, ' ');
  return short.length <= LONGEST_LINE ? short : long;
}

function singleQuoted(json: string): string {
  const text = JSON.parse(json) as string;
  return /['\\\n]/.test(text) ? json : `'${text}'`;
}
