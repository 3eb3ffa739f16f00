import { Agent, request } from 'undici';
import type { Config } from './config.ts';
import { Failure } from './errors.ts';
import { NO_SANDBOX } from './sandbox-endpoints.ts';

export type ControlAnswer = { status: number; body: Record<string, unknown> };

/** The control API of the sandbox. Only the server calls it: it has no authentication and knows no tenants. */
export type SandboxControl = {
  /** `path` is below `/_sandbox`. Throws `sandbox_unavailable` if the sandbox gives no answer. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<ControlAnswer>;
  close(): Promise<void>;
};

/** A person waits for the answer, and a database connection with it. */
const TIMEOUT_MS = 5_000;
const UNAVAILABLE = 'The sandbox does not answer; check that it runs at SANDBOX_URL and retry';
/** Calls at the same time, of all tenants. */
const CONNECTIONS = 8;
/** A conversation has at most 50 messages, and a person cannot write more than a mail holds. */
const MOST_ANSWER_BYTES = 8_388_608;

export function createSandboxControl({ SANDBOX_URL }: Pick<Config, 'SANDBOX_URL'>): SandboxControl {
  const agent = new Agent({ connections: CONNECTIONS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  return {
    async call(method, path, body) {
      if (SANDBOX_URL === undefined) throw new Failure('sandbox_unavailable', { message: NO_SANDBOX });
      const url = `${SANDBOX_URL.replace(/\/+$/, '')}/_sandbox${path}`;
      try {
        const answer = await request(url, {
          method,
          dispatcher: agent,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        });
        return { status: answer.statusCode, body: await readJson(answer.body) };
      } catch (error) {
        throw new Failure('sandbox_unavailable', { message: `${UNAVAILABLE} (${(error as Error).message})` });
      }
    },
    close: () => agent.close(),
  };
}

async function readJson(body: AsyncIterable<Buffer>): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_ANSWER_BYTES) throw new Error(`The sandbox answered with more than ${MOST_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return size === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
}
