import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Loaded into every process of a profiled benchmark (NODE_OPTIONS). SIGUSR2 starts the CPU profiler and the counting of what is written to
 * sockets; the second SIGUSR2 writes both to PROFILE_DIR.
 */
const FOLDER = process.env.PROFILE_DIR ?? '.';
const SAMPLE_MICROSECONDS = 500;

/** Operations written to the broker, and commands written to Redis, as their protocols separate them. */
const COUNTED: Record<string, RegExp> = {
  published: /(?:^|\r\n)H?PUB (?!\$JS\.|_INBOX)/g,
  pulled: /(?:^|\r\n)H?PUB \$JS\.API\.CONSUMER\.MSG\.NEXT/g,
  acknowledged: /(?:^|\r\n)H?PUB \$JS\.ACK/g,
  redis: /(?:^|\r\n)\*\d+\r\n\$\d+\r\n(?=[A-Za-z])/g,
};
const BROKER_PORT = Number(process.env.PROFILE_NATS_PORT ?? 4222);
const REDIS_PORT = Number(process.env.PROFILE_REDIS_PORT ?? 6379);
const POSTGRES_PORT = Number(process.env.PROFILE_POSTGRES_PORT ?? 5432);

const counts: Record<string, number> = { published: 0, pulled: 0, acknowledged: 0, redis: 0, postgresWrites: 0 };
let session: Session | undefined;

function count(port: number | undefined, chunk: unknown): void {
  if (port === POSTGRES_PORT) counts.postgresWrites = (counts.postgresWrites ?? 0) + 1;
  if (port !== BROKER_PORT && port !== REDIS_PORT) return;
  const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('latin1');
  const names = port === REDIS_PORT ? ['redis'] : ['published', 'pulled', 'acknowledged'];
  for (const name of names) counts[name] = (counts[name] ?? 0) + (text.match(COUNTED[name] as RegExp)?.length ?? 0);
}

/** Counts what the operating system is asked to write: a corked stream writes its chunks at once. */
function countWrites(): void {
  type Writer = { _writeGeneric(isMany: boolean, data: unknown, encoding: string, done: () => void): void; remotePort?: number };
  const writer = Socket.prototype as unknown as Writer;
  const write = writer._writeGeneric;
  writer._writeGeneric = function (isMany, data, encoding, done) {
    if (session) {
      const chunks = isMany ? (data as { chunk: unknown }[]).map(({ chunk }) => chunk) : [data];
      count(
        this.remotePort,
        chunks.length === 1 ? chunks[0] : Buffer.concat(chunks.map((one) => Buffer.from(one as Uint8Array))),
      );
    }
    write.call(this, isMany, data, encoding, done);
  };
}

async function toggle(): Promise<void> {
  if (session) {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    session = undefined;
    writeFileSync(join(FOLDER, `${process.pid}.json`), JSON.stringify({ profile, counts }));
    return;
  }
  const opened = new Session();
  opened.connect();
  await opened.post('Profiler.enable');
  await opened.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  await opened.post('Profiler.start');
  session = opened;
}

countWrites();
process.on('SIGUSR2', () => void toggle());
