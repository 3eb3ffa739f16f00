import type { Account, Environment } from '../environment.ts';
import type { Update } from '../outbox/outbox.ts';
import type { PhoneMessage, StatusChange } from '../surface.ts';
import { surfaces } from '../surfaces.ts';
import { ControlFailure } from './failure.ts';

export type UpdateInput = {
  message?: PhoneMessage;
  status?: StatusChange;
  preference?: { from: string; value: 'stop' | 'resume' };
  template?: Record<string, unknown>;
  echo?: { to: string; text: string };
  raw?: Record<string, unknown>;
};

type Emitted = { vendorId: string | null; updates: Update[] };

/** Turns what was asked for into updates in the provider's words, in the order asked. */
export const emit = (environment: Environment, account: Account, inputs: UpdateInput[]): Emitted[] =>
  inputs.map((input) => emitOne(environment, account, input));

function emitOne(environment: Environment, account: Account, input: UpdateInput): Emitted {
  const { kind } = account.spec;
  const surface = surfaces[kind];
  const cannot = (what: string) => new ControlFailure(400, `A ${kind} account cannot tell of ${what}.`);
  if (input.message) return surface.inbound(environment, account, input.message);
  if (input.status) {
    const { vendorId } = input.status;
    return { vendorId, updates: surface.status(environment, account, input.status, account.journal.byVendorId(vendorId)) };
  }
  if (input.echo) {
    if (!surface.echo) throw cannot('echoes');
    return surface.echo(environment, account, input.echo);
  }
  if (input.preference) {
    if (!surface.preference) throw cannot('preferences');
    return { vendorId: null, updates: surface.preference(environment, account, input.preference) };
  }
  if (input.template) {
    if (!surface.template) throw cannot('templates');
    return { vendorId: null, updates: surface.template(environment, account, input.template) };
  }
  return { vendorId: null, updates: surface.raw(account, input.raw) };
}
