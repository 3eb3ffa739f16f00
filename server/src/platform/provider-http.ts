import type { Readable } from 'node:stream';
import { type Dispatcher, type FormData, request } from 'undici';
import { checkUrl } from './address-guard.ts';
import { type ConnectFault, createGuardedAgent, createVet, type GuardOptions, type Vet } from './guarded-agent.ts';

export type ProviderRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer | FormData;
};

/** `reached` is false only when the provider certainly did not get the request: then it can be repeated. */
export type NotAnswered = { kind: 'failed'; reached: boolean; message: string };
export type Answered = { kind: 'answered'; status: number; headers: Dispatcher.ResponseData['headers']; body: string };
export type Download = { kind: 'bytes'; stream: Readable; mimeType: string | null; sizeBytes: number | null };

/** The HTTP client of adapters. Base URLs come from channel settings, so every address is checked as those of webhooks are. */
export type ProviderHttp = {
  /** Never throws. A response of any status is an answer. Does not follow redirects. */
  request(request: ProviderRequest): Promise<Answered | NotAnswered>;
  /** Returns the body of a 200 as a stream, which the caller must read to its end or destroy, or any other response as an answer. */
  download(request: Omit<ProviderRequest, 'method' | 'body'>): Promise<Download | Answered | NotAnswered>;
  /** For mail servers: returns the checked addresses of a host. Throws when it may not be called at this port. */
  vet: Vet;
  close(): Promise<void>;
};

/** Far larger than any response of a provider API. More is not read, because it would be parsed on the event loop. */
const MOST_ANSWER_BYTES = 1_048_576;

/** `refuseUrl` returns why a URL may not be called, before a connection is opened. `allowHttp: false` refuses plain http. */
export type ProviderHttpOptions = GuardOptions & {
  totalTimeoutMs?: number;
  allowHttp?: boolean;
  refuseUrl?: (url: URL) => string | null;
};

export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const { totalTimeoutMs = 30_000 } = options;
  const agent = createGuardedAgent(options);
  const ask = async ({ method, url, headers, body }: ProviderRequest, signal: AbortSignal) => {
    const checked = checkUrl(url, options);
    if (!checked.ok) return notAnswered(false, checked.reason);
    const reason = options.refuseUrl?.(checked.url);
    if (reason) return notAnswered(false, reason);
    return request(checked.url, { dispatcher: agent, method, headers, body: body ?? null, signal });
  };
  return {
    async request(wanted) {
      const { signal, isOver } = timeout(totalTimeoutMs);
      try {
        const answer = await ask(wanted, signal);
        return 'kind' in answer ? answer : await readAnswer(answer);
      } catch (error) {
        return faultOf(error as ConnectFault);
      } finally {
        isOver();
      }
    },
    async download(wanted) {
      try {
        const answer = await ask({ ...wanted, method: 'GET' }, AbortSignal.timeout(totalTimeoutMs));
        if ('kind' in answer) return answer;
        return answer.statusCode === 200 ? toDownload(answer) : await readAnswer(answer);
      } catch (error) {
        return faultOf(error as ConnectFault);
      }
    },
    vet: createVet(options),
    close: async () => (agent.destroyed ? undefined : agent.close()),
  };
}

/** Like AbortSignal.timeout, but with a timer that ends with its request: thousands of answered requests would leave theirs running. */
function timeout(ms: number): { signal: AbortSignal; isOver(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), ms);
  return { signal: controller.signal, isOver: () => clearTimeout(timer) };
}

/** Reads a response by its events: an iterator costs more than most responses. A response that is too large counts as no answer. */
const readAnswer = ({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Answered | NotAnswered> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => resolve({ kind: 'answered', status, headers, body: Buffer.concat(chunks).toString() });
    body.on('error', reject).on('end', end);
    body.on('close', () => reject(new Error('the answer was cut off'))); // no effect after 'end'
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_ANSWER_BYTES) return void chunks.push(chunk);
      resolve(
        notAnswered(true, `The provider answered HTTP ${status} with more than ${MOST_ANSWER_BYTES} bytes, which are not read`),
      );
      body.destroy();
    });
  });

const toDownload = ({ body, headers }: Dispatcher.ResponseData): Download => ({
  kind: 'bytes',
  stream: body,
  mimeType: first(headers['content-type'])?.split(';')[0]?.trim() ?? null,
  sizeBytes: Number(first(headers['content-length'])) || null,
});

const first = (value: string | string[] | undefined): string | undefined => [value].flat()[0];

const notAnswered = (reached: boolean, message: string): NotAnswered => ({ kind: 'failed', reached, message });

/** A failure of DNS, connect or TLS means that nothing was sent. After a later failure the request may have arrived. */
function faultOf(error: ConnectFault): NotAnswered {
  if (error.failed) return notAnswered(error.failed.error === 'reset', error.failed.message);
  if (error.name === 'TimeoutError') return notAnswered(true, 'The provider did not answer in time');
  return notAnswered(true, `The connection broke before the provider answered: ${error.message}`);
}
