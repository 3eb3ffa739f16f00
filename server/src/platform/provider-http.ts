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

/** `reached` is false only when it is certain that the provider has not seen the request: then it may be made again. */
export type NotAnswered = { kind: 'failed'; reached: boolean; message: string };
export type Answered = { kind: 'answered'; status: number; headers: Dispatcher.ResponseData['headers']; body: string };
export type Download = { kind: 'bytes'; stream: Readable; mimeType: string | null; sizeBytes: number | null };

/** How adapters talk to providers: base URLs come from a channel's settings, so every address is vetted as a webhook's is. */
export type ProviderHttp = {
  /** Never throws. An answer of any status is an answer; redirects are not followed. */
  request(request: ProviderRequest): Promise<Answered | NotAnswered>;
  /** The body of a 200 as a stream, which the caller must read to its end or destroy; any other answer as it came. */
  download(request: Omit<ProviderRequest, 'method' | 'body'>): Promise<Download | Answered | NotAnswered>;
  /** For mail servers: the vetted addresses of a host. Throws when it may not be called at this port. */
  vet: Vet;
  close(): Promise<void>;
};

/** No answer of a provider's API comes near this; what is more is not read, because all of it would be parsed on the event loop. */
const MOST_ANSWER_BYTES = 1_048_576;

/** `refuseUrl` says why a URL may not be called, before anything is done for it. `allowHttp: false` refuses plain http. */
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

/** As AbortSignal.timeout, but its timer ends with what it is for: thousands of answered requests would leave theirs behind. */
function timeout(ms: number): { signal: AbortSignal; isOver(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), ms);
  return { signal: controller.signal, isOver: () => clearTimeout(timer) };
}

/** By its events: an iterator costs more than most answers. One that is too large counts as none: half of it says nothing reliable. */
const readAnswer = ({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Answered | NotAnswered> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => resolve({ kind: 'answered', status, headers, body: Buffer.concat(chunks).toString() });
    body.on('error', reject).on('end', end);
    body.on('close', () => reject(new Error('the answer was cut off'))); // after its end this says nothing new
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

/** No name, no connection, no TLS: nothing was sent. Everything later may have arrived. */
function faultOf(error: ConnectFault): NotAnswered {
  if (error.failed) return notAnswered(error.failed.error === 'reset', error.failed.message);
  if (error.name === 'TimeoutError') return notAnswered(true, 'The provider did not answer in time');
  return notAnswered(true, `The connection broke before the provider answered: ${error.message}`);
}
