import { type Bounded, remember } from './bounded.ts';

/** A person with a phone or a mailbox who talks to an account. */
export type Person = {
  address: string;
  name: string | null;
  userId: string | null;
  /** When they last wrote; opens the 24 hour window. */
  lastInboundAtMs: number | null;
  /** When they last came from an advertisement (Instagram). */
  cameByAdAtMs: number | null;
  /** Texted STOP. */
  optedOut: boolean;
  /** Asked for no more marketing messages. */
  marketingStopped: boolean;
  lines: Line[];
};

/** What a message shows on a phone beside its text. */
export type LineDetails = {
  /** `text`, `image`, `template` and so on. */
  type?: string;
  /** The subject of a mail. */
  subject?: string;
  file?: { name: string | null; mimeType: string | null };
  /** Buttons that the person can press. */
  buttons?: { id: string; title: string }[];
  /** The vendor id of the message that it answers. */
  replyTo?: string;
};

/** One message of a conversation, as the phone shows it. */
export type Line = LineDetails & {
  from: 'person' | 'business';
  text: string;
  atMs: number;
  vendorId: string;
  /** The person's reaction to it. */
  reaction?: string;
  /** The callback of a person's message has not been posted yet. */
  isHeld?: boolean;
};

export type People = {
  find: (address: string) => Person | undefined;
  meet: (address: string) => Person;
  /** Adds a second address of the same person, such as a business-scoped user id. */
  alsoKnownAs: (person: Person, address: string) => void;
  all: () => Iterable<Person>;
  clear: () => void;
};

const MOST_PEOPLE = 200_000;
const MOST_LINES = 50;

export function createPeople(): People {
  const people: Bounded<Person> = new Map();
  return {
    find: (address) => people.get(address),
    meet: (address) => {
      const known = people.get(address);
      if (known) return known;
      const person = newPerson(address);
      remember(people, address, person, MOST_PEOPLE);
      return person;
    },
    alsoKnownAs: (person, address) => remember(people, address, person, MOST_PEOPLE),
    all: () => new Set(people.values()),
    clear: () => people.clear(),
  };
}

export const findLine = ({ lines }: Person, vendorId: string): Line | undefined =>
  lines.find((line) => line.vendorId === vendorId);

export function addLine(person: Person, line: Line): void {
  person.lines.push(line);
  if (person.lines.length > MOST_LINES) person.lines.shift();
}

/** Shows a reaction at its message. Without an emoji it is taken back. */
export function addReaction(person: Person, { vendorId, emoji }: { vendorId: string; emoji?: string }): void {
  const line = findLine(person, vendorId);
  if (line) line.reaction = emoji;
}

const newPerson = (address: string): Person => ({
  address,
  name: null,
  userId: null,
  lastInboundAtMs: null,
  cameByAdAtMs: null,
  optedOut: false,
  marketingStopped: false,
  lines: [],
});
