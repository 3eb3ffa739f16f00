import type { Dispatcher } from 'undici';
import { type Chance, createChance, hashOf } from './chance.ts';
import type { ChannelDefinition } from './channel-definition.ts';
import type { Clock } from './clock.ts';
import type * as definitions from './definitions.ts';
import { createJournal, type Journal, type Send } from './journal.ts';
import type { Knobs } from './knobs/knobs.ts';
import { defaultKnobs } from './knobs/settings.ts';
import type { Media } from './media.ts';
import type { Template } from './meta/templates.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { createPeople, type People } from './people.ts';
import { createLimits, type Limits } from './sending/limits.ts';
import type { Text } from './twilio/texts.ts';
import type { WireEntry } from './wire.ts';

export type Kind = keyof typeof definitions;
/** An account at a provider. Each channel adds its own fields. */
export type Spec = { kind: Kind; callbackUrl: string };
type SpecOf<K extends Kind> = (typeof definitions)[K] extends ChannelDefinition<infer S> ? S : never;

/** A read receipt or typing indicator that the business sent. */
export type Receipt = { vendorId: string | null; to: string | null; action: string; at: string };

export type Account<S extends Spec = Spec> = {
  id: string;
  spec: S;
  definition: ChannelDefinition<S>;
  knobs: Knobs;
  chance: Chance;
  journal: Journal;
  people: People;
  limits: Limits;
  outbox: Outbox;
  media: Map<string, Media>;
  /** First responses by idempotency key. */
  answers: Map<string, { answer: unknown; send: Send }>;
  receipts: Receipt[];
  /** The latest requests in both directions. */
  wire: WireEntry[];
  /** Only of SMS accounts: Twilio's message resources by sid. */
  texts: Map<string, Text>;
};

export type Environment = {
  url: string;
  seed: number;
  clock: Clock;
  agent: Dispatcher;
  accounts: Map<string, Account>;
  /** The accounts by their provider ids. */
  index: Map<string, Account>;
  /** Templates belong to a WhatsApp business account, which several numbers may share. */
  templates: Map<string, Template[]>;
};

export function openAccount(environment: Environment, id: string, spec: Spec, definition: ChannelDefinition): Account {
  const account = {
    id,
    spec,
    definition,
    knobs: defaultKnobs(definition, (environment.seed ^ hashOf(id)) >>> 0),
    journal: createJournal(),
    people: createPeople(),
    limits: createLimits(environment.clock),
    media: new Map(),
    answers: new Map(),
    receipts: [],
    wire: [],
    texts: new Map(),
  } as unknown as Account;
  account.chance = createChance(account.knobs.seed);
  account.outbox = createOutbox({ agent: environment.agent, clock: environment.clock, account });
  closeAccount(environment, id);
  environment.accounts.set(id, account);
  environment.index.set(providerKey(account), account);
  return account;
}

export function closeAccount(environment: Environment, id: string): boolean {
  const account = environment.accounts.get(id);
  if (!account) return false;
  account.outbox.close();
  environment.accounts.delete(id);
  const key = providerKey(account);
  if (environment.index.get(key) === account) environment.index.delete(key);
  return true;
}

export function forgetEverything(environment: Environment): void {
  for (const account of environment.accounts.values()) account.outbox.close();
  environment.accounts.clear();
  environment.index.clear();
  environment.templates.clear();
  environment.clock.reset();
}

/** Returns the account of a kind with these provider ids; of several, the one made last. */
export function findAccount<K extends Kind>(environment: Environment, kind: K, ...ids: string[]): Account<SpecOf<K>> | undefined {
  return environment.index.get([kind, ...ids].join(':')) as Account<SpecOf<K>> | undefined;
}

const providerKey = ({ spec, definition }: Account): string => [spec.kind, ...definition.providerIds(spec)].join(':');

/** Returns the accounts of one kind in the order they were made. */
export function accountsOf<K extends Kind>(environment: Environment, kind: K): Account<SpecOf<K>>[] {
  const found = [...environment.accounts.values()].filter((account) => account.spec.kind === kind);
  return found as unknown as Account<SpecOf<K>>[];
}
