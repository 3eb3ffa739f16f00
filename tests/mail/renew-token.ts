import { createChannelConnector } from '../../server/src/adapters/connector.ts';
import { accessToken } from '../../server/src/adapters/email/access-token.ts';
import { systemClock as clock } from '../../server/src/platform/clock.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createProviderClients } from '../../server/src/platform/provider-clients.ts';
import { createSecretBox } from '../../server/src/platform/secrets.ts';
import { sandboxPaths } from '../../server/src/registry/channels.ts';
import { createContext } from '../../server/src/storage/context.ts';
import { openDatabase } from '../../server/src/storage/database.ts';

/** One process of several that want an access token of a channel in the same moment. Prints it. */
const [tenantId = '', channelId = ''] = process.argv.slice(2);
const config = loadConfig({ ...process.env, DATABASE_POOL_SIZE: '2' } as Record<string, string>);
const log = createLogger('silent');
const database = openDatabase(config, log);
const secrets = createSecretBox(config);
const connector = createChannelConnector({ config, clock, secrets, clients: createProviderClients(config, sandboxPaths) });
const open = await connector.open(createContext({ database, clock, log, notify: () => undefined }, tenantId), channelId);
if (!open) throw new Error('the channel is not connected');
console.log('ready');
await new Promise((done) => process.stdin.once('data', done)); // all of them begin when the last one is ready
console.log(`token ${await accessToken(open.sendDeps)}`);
process.stdin.destroy();
await connector.close();
await database.close();
