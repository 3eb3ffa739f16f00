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

/** One line of a conversation, for the page. */
export type Line = { from: 'person' | 'business'; text: string; atMs: number; vendorId: string };

export type People = {
  find: (address: string) => Person | undefined;
  meet: (address: string) => Person;
  /** Adds a second address of the same person, such as a business-scoped user id. */
  alsoKnownAs: (person: Person, address: string) => void;
  all: () => Iterable<Person>;
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
  };
}

export function addLine(person: Person, line: Line): void {
  person.lines.push(line);
  if (person.lines.length > MOST_LINES) person.lines.shift();
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
