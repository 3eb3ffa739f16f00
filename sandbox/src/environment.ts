import type { Agent } from 'undici';
import { type Chance, createChance, hashOf } from './chance.ts';
import type { Clock } from './clock.ts';
import { addressKey } from './ids.ts';
import { createJournal, type Journal, type Send } from './journal.ts';
import type { Knobs } from './knobs/knobs.ts';
import { defaultKnobs } from './knobs/settings.ts';
import type { Media } from './media.ts';
import type { Template } from './meta/templates.ts';
import { createOutbox, type Outbox, type Pack } from './outbox/outbox.ts';
import { createPeople, type People } from './people.ts';
import { createLimits, type Limits } from './sending/limits.ts';
import type { Text } from './twilio/texts.ts';

export type Kind = 'whatsapp' | 'instagram' | 'sms' | 'email';

type MetaApp = { accessToken: string; appSecret: string; verifyToken: string; callbackUrl: string };
export type WhatsAppSpec = MetaApp & {
  kind: 'whatsapp';
  phoneNumberId: string;
  wabaId: string;
  displayPhoneNumber: string;
  /** The Meta app that samples of templates are uploaded to. Without it every app id will do. */
  appId?: string;
  /** The account may use Direct Send: plain utility texts outside the window. */
  directSend?: boolean;
  /** The number is also used in the WhatsApp Business app: Meta takes 20 messages a second. */
  coexistence?: boolean;
  /** The address that subscribed_apps set before it was overridden. */
  ownCallbackUrl?: string;
};
export type InstagramSpec = MetaApp & { kind: 'instagram'; igId: string; username?: string };
export type SmsSpec = { kind: 'sms'; accountSid: string; authToken: string; number: string; callbackUrl: string };
export type EmailSpec = {
  kind: 'email';
  address: string;
  username: string;
  password: string;
  callbackUrl: string;
  callbackUsername?: string;
  callbackPassword?: string;
};
export type Spec = WhatsAppSpec | InstagramSpec | SmsSpec | EmailSpec;

/** A read receipt, typing sign or seen mark that the business sent. */
export type Receipt = { vendorId: string | null; to: string | null; action: string; at: string };

export type Account<S extends Spec = Spec> = {
  id: string;
  spec: S;
  knobs: Knobs;
  chance: Chance;
  journal: Journal;
  people: People;
  limits: Limits;
  outbox: Outbox;
  media: Map<string, Media>;
  /** First answers by idempotency key. */
  answers: Map<string, { answer: unknown; send: Send }>;
  receipts: Receipt[];
  /** Only of SMS accounts: Twilio's message resources by sid. */
  texts: Map<string, Text>;
};

export type Environment = {
  url: string;
  seed: number;
  clock: Clock;
  agent: Agent;
  accounts: Map<string, Account>;
  /** The same accounts by what their provider calls them. */
  index: Map<string, Account>;
  /** Templates belong to a WhatsApp business account, which several numbers may share. */
  templates: Map<string, Template[]>;
};

export function openAccount(environment: Environment, id: string, spec: Spec, pack: Pack): Account {
  const account = {
    id,
    spec,
    knobs: defaultKnobs(spec.kind, (environment.seed ^ hashOf(id)) >>> 0),
    journal: createJournal(),
    people: createPeople(),
    limits: createLimits(environment.clock),
    media: new Map(),
    answers: new Map(),
    receipts: [],
    texts: new Map(),
  } as unknown as Account;
  account.chance = createChance(account.knobs.seed);
  account.outbox = createOutbox({ agent: environment.agent, clock: environment.clock, account, pack });
  closeAccount(environment, id);
  environment.accounts.set(id, account);
  environment.index.set(providerKey(spec), account);
  return account;
}

export function closeAccount(environment: Environment, id: string): boolean {
  const account = environment.accounts.get(id);
  if (!account) return false;
  account.outbox.close();
  environment.accounts.delete(id);
  if (environment.index.get(providerKey(account.spec)) === account) environment.index.delete(providerKey(account.spec));
  return true;
}

export function forgetEverything(environment: Environment): void {
  for (const account of environment.accounts.values()) account.outbox.close();
  environment.accounts.clear();
  environment.index.clear();
  environment.templates.clear();
  environment.clock.reset();
}

/** One account of a kind by the id its provider gave it; of several with the same id, the one made last. */
export function findAccount<K extends Kind>(
  environment: Environment,
  kind: K,
  ...ids: string[]
): Account<Extract<Spec, { kind: K }>> | undefined {
  return environment.index.get([kind, ...ids].join(':')) as Account<Extract<Spec, { kind: K }>> | undefined;
}

function providerKey(spec: Spec): string {
  switch (spec.kind) {
    case 'whatsapp':
      return `whatsapp:${spec.phoneNumberId}`;
    case 'instagram':
      return `instagram:${spec.igId}`;
    case 'sms':
      return `sms:${spec.accountSid}:${addressKey(spec.number)}`;
    case 'email':
      return `email:${spec.username}`;
  }
}

/** The accounts of one kind, in the order they were made. */
export function accountsOf<K extends Kind>(environment: Environment, kind: K): Account<Extract<Spec, { kind: K }>>[] {
  const found = [...environment.accounts.values()].filter((account) => account.spec.kind === kind);
  return found as unknown as Account<Extract<Spec, { kind: K }>>[];
}
