import type { Json } from '../api.ts';
import type { Result } from '../result.ts';
import { expectedChats, expectedStatuses } from './expected.ts';
import { type Found, ofType } from './gather.ts';
import type { Reported, Written } from './plan.ts';
import { fallsIn, verifyChats, verifyStatuses } from './verify.ts';

export type Sent = { vendorId: string; ownId: string };
/** The plan of the storm, and what was observed. */
export type Storm = { written: Written[]; sent: Sent[]; reported: Reported[]; refused: number; fallsSeen: number };

const MAX_PRINTED = 20;

/** Returns the figures and prints each error. */
export function verify(found: Found, storm: Storm): Result {
  const { stored, inbound, received, statusEvents, feed } = found;
  const expected = expectedChats(storm.written);
  const duplicates = stored.duplicates + inbound.length - vendorIdsIn(inbound);
  const statusRegressions = storm.fallsSeen + fallsIn(statusEvents) + fallsIn(ofType(feed, 'message.sent', 'message.updated'));
  const wrong = [
    ...verifyChats(found.chats, expected),
    ...verifyStatuses(found.outbound, expectedStatuses(storm.sent, storm.reported), wordsOf(storm.reported)),
    ...differences(found, storm, expected.size),
  ];
  for (const fault of wrong.slice(0, MAX_PRINTED)) console.log(`  WRONG: ${fault}`);
  if (wrong.length > MAX_PRINTED) console.log(`  and ${wrong.length - MAX_PRINTED} more`);
  const counted = `stored=${stored.messages} chats=${stored.chats} expectedChats=${expected.size}`;
  return {
    isKept: wrong.length === 0 && duplicates === 0 && statusRegressions === 0,
    figures: `${counted} duplicates=${duplicates} statusRegressions=${statusRegressions} events=${received.length}`,
  };
}

const wordsOf = (reported: Reported[]): Map<string, Set<string>> =>
  new Map([...Map.groupBy(reported, ({ ownId }) => ownId)].map(([id, all]) => [id, new Set(all.map(({ status }) => status))]));

const vendorIdsIn = (messages: Json[]): number => new Set(messages.map(({ vendorId }) => vendorId)).size;

function differences(found: Found, { written, sent, refused }: Storm, people: number): string[] {
  const { stored, feed } = found;
  const figures: [what: string, is: number, wanted: number][] = [
    ['messages', stored.messages, written.length],
    ['messages over the API', found.inbound.length, written.length],
    ['texts over the API', new Set(found.inbound.map(({ content }) => content.body)).size, written.length],
    ['chats', stored.chats, people],
    ['chats over the API', found.chats.length, people],
    ['contacts', stored.contacts, people],
    ['contacts over the API', found.contacts.length, people],
    ['unread messages', stored.unread, written.length],
    ['messages we sent', found.outbound.length, sent.length],
    ['different messages WhatsApp got', new Set(sent.map(({ ownId }) => ownId)).size, sent.length],
    ['message.received', found.received.length, written.length],
    ['messages in message.received', vendorIdsIn(found.received.map(({ data }) => data)), written.length],
    ['message.received on the feed', ofType(feed, 'message.received').length, written.length],
    ['chat.created on the feed', ofType(feed, 'chat.created').length, people],
    ['contact.created on the feed', ofType(feed, 'contact.created').length, people],
    ['callbacks that were never answered with 200', refused, 0],
    ['unreadable callbacks', stored.unreadable, 0],
  ];
  return figures.flatMap(([what, is, wanted]) => (is === wanted ? [] : [`${what}: ${is} instead of ${wanted}`]));
}
