import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { connectBroker } from '../queue/index.ts';

/** Takes away what servers with these settings made in the broker, once they have stopped. */
export async function removeStreams(env: Record<string, string>): Promise<void> {
  const broker = connectBroker(loadConfig(env), createLogger('silent'));
  await broker.removeStreams();
  await broker.close();
}
