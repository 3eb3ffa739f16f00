import type { PhoneMessage, StatusChange } from '../callback-builder.ts';
import type { Account, Environment } from '../environment.ts';
import type { Update } from '../outbox/outbox.ts';
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

/** Writes the given events as updates of the provider, in the same order. */
export const emit = (environment: Environment, account: Account, inputs: UpdateInput[]): Emitted[] =>
  inputs.map((input) => emitOne(environment, account, input));

function emitOne(environment: Environment, account: Account, input: UpdateInput): Emitted {
  const { callbacks } = account.definition;
  const cannot = (what: string) => new ControlFailure(400, `A ${account.spec.kind} account has no callbacks for ${what}.`);
  if (input.message) return callbacks.inbound(environment, account, input.message);
  if (input.status) {
    const { vendorId } = input.status;
    return { vendorId, updates: callbacks.status(environment, account, input.status, account.journal.byVendorId(vendorId)) };
  }
  if (input.echo) {
    if (!callbacks.echo) throw cannot('echoes');
    return callbacks.echo(environment, account, input.echo);
  }
  if (input.preference) {
    if (!callbacks.preference) throw cannot('preferences');
    return { vendorId: null, updates: callbacks.preference(environment, account, input.preference) };
  }
  if (input.template) {
    if (!callbacks.template) throw cannot('templates');
    return { vendorId: null, updates: callbacks.template(environment, account, input.template) };
  }
  return { vendorId: null, updates: callbacks.raw(account, input.raw) };
}
