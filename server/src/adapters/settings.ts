import type { z } from 'zod';
import { type Channel, secretsLabel } from '../domain/channels/index.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Adapter } from './adapter.ts';

export type Settings = Record<string, unknown>;

/** Checks a channel's settings whole, and parts them into what may be shown and what is sealed. */
export function checkSettings(
  adapter: Adapter,
  given: Settings,
): { ok: true; settings: Settings } | { ok: false; issues: z.core.$ZodIssue[] } {
  const checked = adapter.settings.safeParse(given, { reportInput: true });
  return checked.success ? { ok: true, settings: checked.data as Settings } : { ok: false, issues: checked.error.issues };
}

export function sealSettings(adapter: Adapter, secrets: SecretBox, channelId: string, settings: Settings) {
  const isSecret = (name: string) => (adapter.secrets as readonly string[]).includes(name);
  const entries = Object.entries(settings);
  const hidden = Object.fromEntries(entries.filter(([name]) => isSecret(name)));
  const shown = Object.fromEntries(entries.filter(([name]) => !isSecret(name)));
  return { shown, sealed: secrets.seal(JSON.stringify(hidden), secretsLabel(channelId)) };
}

/** Both halves together again; nothing when the channel was never connected. */
export function openSettings(
  secrets: SecretBox,
  channel: Pick<Channel, 'id' | 'settings'>,
  sealed: Buffer | null,
): Settings | undefined {
  if (sealed === null) return undefined;
  return { ...channel.settings, ...(JSON.parse(secrets.open(sealed, secretsLabel(channel.id))) as Settings) };
}
