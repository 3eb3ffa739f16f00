import type { ResponseInfo } from '@patchbay/sdk';

/** One request to the API, as "Show the call" lists it. */
export type RecordedCall = {
  requestId: string;
  operation: string | null;
  method: string;
  path: string;
  body: unknown;
  status: number | null;
  ms: number;
  at: number;
};

const MOST_CALLS = 100;
let calls: readonly RecordedCall[] = [];
const listeners = new Set<() => void>();

export const recordedCalls = (): readonly RecordedCall[] => calls;

export function onRecordedCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function clearCalls(): void {
  setCalls([]);
}

/** Calls fetch and records the request with its answer. */
export async function recordedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const startedAt = performance.now();
  const sent = init.headers as Record<string, string> | undefined;
  const url = new URL(input instanceof Request ? input.url : input);
  const entry = {
    operation: null,
    method: init.method ?? 'GET',
    path: url.pathname + url.search,
    body: withoutSecrets(bodyOf(init.body)),
  };
  const end = (requestId: string, status: number | null) =>
    add({ ...entry, requestId, status, ms: Math.round(performance.now() - startedAt), at: Date.now() });
  try {
    const response = await fetch(input, init);
    end(response.headers.get('x-request-id') ?? sent?.['x-request-id'] ?? '', response.status);
    return response;
  } catch (error) {
    if (!init.signal?.aborted) end(sent?.['x-request-id'] ?? '', null);
    throw error;
  }
}

/** Adds the name of the operation, which only the SDK knows. */
export function recordOperation({ requestId, operation }: ResponseInfo): void {
  setCalls(calls.map((call) => (call.requestId === requestId ? { ...call, operation } : call)));
}

function bodyOf(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  return body instanceof FormData ? { file: '(binary)' } : undefined;
}

const SECRET = /password|secret|credential|token|recoverycode|^code$|^proof$|^passkey$/i;

/** Hides passwords, codes and keys: the panel is shown to colleagues and copied into tickets. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET.test(name) ? '•••' : withoutSecrets(inner)]),
  );
}

function add(call: RecordedCall): void {
  setCalls([call, ...calls].slice(0, MOST_CALLS));
}

function setCalls(next: readonly RecordedCall[]): void {
  calls = next;
  for (const listener of listeners) listener();
}
