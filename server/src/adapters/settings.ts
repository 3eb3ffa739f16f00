import type { z } from 'zod';
import { type Channel, secretsLabel } from '../domain/channels/index.ts';
import { issueMessage } from '../platform/issue-messages.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Adapter, Destinations } from './adapter.ts';

export type Settings = Record<string, unknown>;

/** Validates all settings of a channel. */
export function checkSettings(
  adapter: Adapter,
  given: Settings,
): { ok: true; settings: Settings } | { ok: false; issues: z.core.$ZodIssue[] } {
  const checked = adapter.settings.safeParse(given, { reportInput: true, error: issueMessage });
  return checked.success ? { ok: true, settings: checked.data as Settings } : { ok: false, issues: checked.error.issues };
}

export function sealSettings(adapter: Adapter, secrets: SecretBox, channelId: string, settings: Settings) {
  const isSecret = (name: string) => (adapter.secrets as readonly string[]).includes(name);
  const entries = Object.entries(settings);
  const hidden = Object.fromEntries(entries.filter(([name]) => isSecret(name)));
  const shown = Object.fromEntries(entries.filter(([name]) => !isSecret(name)));
  return { shown, sealed: secrets.seal(JSON.stringify(hidden), secretsLabel(channelId)) };
}

/**
 * Returns the secrets that must be given again because the new settings send them to another destination. Otherwise a user who may
 * change a channel could send the stored secret to a host of their own.
 */
export function secretsToSendAgain(
  adapter: Pick<Adapter, 'destinations'>,
  known: Settings,
  next: Settings,
  given: Settings,
): { secret: string; destination: string }[] {
  return Object.entries(adapter.destinations as Destinations).flatMap(([destination, secrets = []]) =>
    known[destination] === next[destination]
      ? []
      : secrets
          .filter((secret) => known[secret] !== undefined && !Object.hasOwn(given, secret))
          .map((secret) => ({ secret, destination })),
  );
}

/** Returns the settings that are plain http URLs: requests there would send the channel's secrets unencrypted. */
export const plainHttp = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (typeof value === 'string' && /^http:/i.test(value) ? [name] : []));

/** Returns the settings with the decrypted secrets, or undefined if the channel was never connected. */
export function openSettings(
  secrets: SecretBox,
  channel: Pick<Channel, 'id' | 'settings'>,
  sealed: Buffer | null,
): Settings | undefined {
  if (sealed === null) return undefined;
  return { ...channel.settings, ...(JSON.parse(secrets.open(sealed, secretsLabel(channel.id))) as Settings) };
}

/** Returns the changed secrets, encrypted, or undefined if `change` returns undefined. */
export function resealSecrets(
  secrets: SecretBox,
  channelId: string,
  sealed: Buffer,
  change: (known: Settings) => Settings | undefined,
): Buffer | undefined {
  const label = secretsLabel(channelId);
  const next = change(JSON.parse(secrets.open(sealed, label)) as Settings);
  return next && secrets.seal(JSON.stringify(next), label);
}
