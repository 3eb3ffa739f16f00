import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { connectBroker } from '../queue/index.ts';

/** Deletes the streams that servers with these settings created. Call it after they have stopped. */
export async function removeStreams(env: Record<string, string>): Promise<void> {
  const broker = connectBroker(loadConfig(env), createLogger('silent'));
  await broker.removeStreams();
  await broker.close();
}
