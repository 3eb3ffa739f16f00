import { type Channel, channelSecrets, getChannel } from '../domain/channels/index.ts';
import type { Config } from '../platform/config.ts';
import { Failure } from '../platform/errors.ts';
import type { ControlAnswer, SandboxControl } from '../platform/sandbox-control.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Ctx } from '../storage/context.ts';
import { inboundUrl } from './connector.ts';
import { adapters } from './index.ts';
import { checkSettings, openSettings, type Settings } from './settings.ts';

/** The account of a channel in the sandbox. */
export type SandboxAccount = {
  channel: Channel;
  /** The number, address or account id that customers write to. */
  address: string;
  /** Calls the control API below the account. Creates the account if the sandbox does not have it: it keeps nothing over a restart. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown>>;
};

type AccountDeps = { config: Pick<Config, 'PUBLIC_URL'>; secrets: SecretBox; sandbox: SandboxControl };

/** Returns the account of a channel of the tenant. Throws if the channel is not connected. */
export async function sandboxAccount(deps: AccountDeps, ctx: Ctx, channelId: string): Promise<SandboxAccount> {
  const channel = await getChannel(ctx, channelId);
  const account = accountOf(channel, openSettings(deps.secrets, channel, await channelSecrets(ctx, channel.id)));
  if (!account) throw new Failure('conflict', { message: NOT_CONNECTED });
  const path = `/accounts/${channel.type}-${channel.id}`;
  const create = async () => {
    const body = { kind: channel.type, callbackUrl: inboundUrl(deps.config, channel.id), ...account.fields };
    accepted(await deps.sandbox.call('PUT', `${path}?unlessTaken=true`, body));
  };
  return {
    channel,
    address: account.address,
    async call(method, below, body) {
      const first = await deps.sandbox.call(method, path + below, body);
      if (first.status !== 404) return accepted(first);
      await create();
      return accepted(await deps.sandbox.call(method, path + below, body));
    },
  };
}

const NOT_CONNECTED =
  'This channel has no account in the sandbox: it has no settings, or its type has no phone; give it settings first';

/** Returns the address of a channel's account in the sandbox, or undefined if it cannot have one. */
export const sandboxAddress = (channel: Channel): string | undefined => accountOf(channel, channel.settings)?.address;

function accountOf({ type }: Channel, settings: Settings | undefined) {
  const { sandboxAccount: toAccount } = adapters[type];
  if (!settings || Object.keys(settings).length === 0 || !toAccount) return undefined;
  const checked = checkSettings(adapters[type], settings);
  return toAccount((checked.ok ? checked.settings : settings) as never);
}

/** Returns the body of an accepted call. What the sandbox refuses is a mistake of the caller, and it says which. */
function accepted({ status, body }: ControlAnswer): Record<string, unknown> {
  if (status < 300) return body;
  const message = `The sandbox refused this: ${typeof body.error === 'string' ? body.error : status}`;
  throw status === 409 ? new Failure('conflict', { message }) : new Failure('sandbox_refused', { message });
}
