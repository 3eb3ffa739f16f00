import { operations } from '@patchbay/sdk';
import type { RecordedCall } from './record.ts';

/** Returns a request as a curl command. The token is a variable, so that the text can be shown and sent to others. */
export function asCurl({ method, path, body }: RecordedCall, origin: string): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`, `-H "Authorization: Bearer $TOKEN"`];
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

/** Returns a request as a call of the SDK. */
export function asSdk({ operation, path, body }: RecordedCall): string | null {
  const [method, template] = (operation && operations[operation]) || [];
  if (!method || !template) return null;
  const args = pathIds(template, path).map((id) => JSON.stringify(id).replaceAll('"', "'"));
  if (body !== undefined && !isEmpty(body)) args.push(asObject(body));
  return `await patchbay.${method}(${args.join(', ')});`;
}

/** Returns the values of the parameters in a path: `/v3/chats/{chatId}/read` of `/v3/chats/42/read` gives 42. */
function pathIds(template: string, path: string): string[] {
  const parts = path.split('?')[0]?.split('/') ?? [];
  return template.split('/').flatMap((part, index) => (part.startsWith('{') ? [decodeURIComponent(parts[index] ?? '')] : []));
}

/** JSON with names without quotes and texts in single quotes, as people write it in code. */
function asObject(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(/: "((?:[^"\\']|\\[^"'])*)"(,?)$/gm, ": '$1'$2");
}

const isEmpty = (body: unknown): boolean => typeof body === 'object' && body !== null && Object.keys(body).length === 0;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
