import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';

/** What the services say about themselves, as `product-version`. */
export type Reported = { postgresql: string; nats: string; counters: string };

const ANSWER_WITHIN_MS = 10_000;

/** Asks the services at these ports of this machine which versions they are. */
export async function readReported(ports: { postgresql: number; nats: number; redis: number }): Promise<Reported> {
  const [postgresql, nats, counters] = await Promise.all([
    postgresqlAt(ports.postgresql),
    ask(ports.nats, '', (read) => /"version":"([^"]+)"/.exec(read)?.[1]),
    ask(ports.redis, 'INFO server\r\n', productIn),
  ]);
  return { postgresql: `postgresql-${postgresql}`, nats: `nats-${nats}`, counters };
}

/** Returns the line that suites with services of their own print. */
export const reportedLine = (reported: Reported): string => `services: ${Object.values(reported).join(' ')}`;

/** Returns product and version in a complete reply to INFO. Valkey also names the version of Redis that it is compatible with. */
export function productIn(reply: string): string | undefined {
  const [head = '', length] = /^\$(\d+)\r\n/.exec(reply) ?? [];
  if (length === undefined || reply.length < head.length + Number(length)) return undefined;
  const valkey = /^valkey_version:([\w.]+)/m.exec(reply)?.[1];
  return valkey ? `valkey-${valkey}` : `redis-${/^redis_version:([\w.]+)/m.exec(reply)?.[1]}`;
}

async function postgresqlAt(port: number): Promise<string> {
  const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version.split(' ')[0] ?? '';
  } finally {
    await client.end();
  }
}

/** Sends a text and reads until the answer can be parsed. */
async function ask(port: number, text: string, parse: (read: string) => string | undefined): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
  let read = '';
  try {
    await once(socket, 'connect');
    socket.write(text);
    for await (const chunk of socket) {
      read += chunk;
      const found = parse(read);
      if (found !== undefined) return found;
    }
  } finally {
    socket.destroy();
  }
  throw new Error(`the service at port ${port} did not report its version: ${read.slice(0, 200)}`);
}
