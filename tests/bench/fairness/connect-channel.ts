import { adapters } from '../../../server/src/adapters/index.ts';
import { checkSettings, sealSettings } from '../../../server/src/adapters/settings.ts';
import { createChannel } from '../../../server/src/domain/channels/index.ts';
import { type Ctx, idFor } from '../../../server/src/storage/context.ts';
import { type Setup, urlOf } from './scenario.ts';

/** Above what the bench sends, so that the limit of the channel does not hide the limits of the queue. */
const RATE_PER_SECOND = 1_000;

/** Connects a channel of this type. Returns its id. */
async function connectChannel({ environment }: Setup, ctx: Ctx, type: 'sms' | 'email', given: object): Promise<string> {
  const checked = checkSettings(adapters[type], { ...given });
  if (!checked.ok) throw new Error(`invalid settings: ${JSON.stringify(checked.issues)}`);
  const id = idFor(ctx);
  const settings = sealSettings(adapters[type], environment.secrets, id, checked.settings);
  await createChannel(ctx, { type, name: 'Bench', settings, ratePerSecond: RATE_PER_SECOND }, id);
  return id;
}

/** Connects an SMS account of the provider. Its name is part of every URL, so that the provider is slow for one tenant only. */
export const connectSms = (setup: Setup, ctx: Ctx, account: 'slow' | 'fast'): Promise<string> =>
  connectChannel(setup, ctx, 'sms', {
    baseUrl: urlOf(setup.ports.provider),
    accountSid: `AC${account}`,
    authToken: 'bench-token',
    from: '+15557654321',
  });

export const connectMailbox = (setup: Setup, ctx: Ctx, imapPort: number): Promise<string> =>
  connectChannel(setup, ctx, 'email', {
    address: 'help@shop.example',
    smtpHost: '127.0.0.1',
    imapHost: '127.0.0.1',
    imapPort,
    imapSecure: false,
    imapUsername: 'help',
    imapPassword: 'secret',
  });
