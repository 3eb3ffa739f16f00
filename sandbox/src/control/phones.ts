import type { Account, Environment } from '../environment.ts';
import { addressKey } from '../ids.ts';
import type { Update } from '../outbox/outbox.ts';
import { findLine, type Person } from '../people.ts';

const MOST_PEOPLE = 200;
/** A little longer than the messaging window of every channel: the human-agent window of Instagram has seven days. */
const PAST_THE_WINDOW_MS = 8 * 86_400_000;

/** Returns the people of an account without their messages, those who wrote or received something last first. */
export const listPeople = ({ people }: Account) =>
  [...people.all()]
    .map(({ lines, ...person }) => ({ ...person, latest: lines.at(-1) ?? null, count: lines.length }))
    .sort((a, b) => (b.latest?.atMs ?? 0) - (a.latest?.atMs ?? 0))
    .slice(0, MOST_PEOPLE);

/** Returns a person with the messages on the phone. Somebody who never wrote and received nothing has an empty phone. */
export function readPerson(account: Account, address: string) {
  return findPerson(account, address) ?? { address, name: null, lastInboundAtMs: null, optedOut: false, lines: [] };
}

/** Moves the last message of a person so far back that the provider's window is closed. */
export function closeWindow({ clock }: Environment, account: Account, address: string): void {
  const person = findPerson(account, address);
  if (person) Object.assign(person, { lastInboundAtMs: clock.now() - PAST_THE_WINDOW_MS, cameByAdAtMs: null });
}

/** Marks the line of a message as held until its callback was posted. */
export function tracked(account: Account, from: string, vendorId: string, updates: Update[]): Update[] {
  const person = findPerson(account, from);
  const line = person && findLine(person, vendorId);
  if (line) line.isHeld = true;
  return updates.map((update) => ({
    label: 'message',
    ...update,
    posted: () => {
      update.posted?.();
      if (line) line.isHeld = false;
    },
  }));
}

/** Channels write the same address in different ways, with and without a plus. */
function findPerson({ people }: Account, address: string): Person | undefined {
  const key = addressKey(address);
  return people.find(address) ?? people.find(key) ?? people.find(`+${key}`);
}
