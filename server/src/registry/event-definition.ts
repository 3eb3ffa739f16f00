import type { z } from 'zod';

/** The automation triggers that events fire. `api`, `campaign` and `manual` are fired by requests. */
export type EventTrigger =
  | 'message_received'
  | 'chat_opened'
  | 'chat_reopened'
  | 'chat_closed'
  | 'chat_assigned'
  | 'sla_breached'
  | 'label_added'
  | 'attribute_changed';

/** The signals that events send to an automation run that waits for an answer. */
export type RunSignal = 'reply' | 'undeliverable';

/** The part of a v2 type behind the channel: `RECEIVED` in `SMS_MESSAGE_RECEIVED`. */
export type V2Kind = 'RECEIVED' | 'STATUS' | 'ECHO';

/** The dotted path of a text field of `T`, such as `contact.id`. */
type TextPath<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K
    : T[K] extends readonly unknown[]
      ? never
      : T[K] extends object
        ? `${K}.${TextPath<T[K]>}`
        : never;
}[keyof T & string];

/** One type of event. A path that is not a text field of the schema does not compile. */
export type EventDefinition<Schema extends z.ZodObject, Path extends string, Data> = {
  data: Schema;
  /** Paths of the ids of all contacts and chats that the data is about. Erasure empties events by them. */
  subjects: { contacts: readonly Path[]; chats: readonly Path[] };
  /** `keep` leaves the event as it is when its contact is erased: only for data that holds nothing but ids. */
  erasure?: 'empty' | 'keep';
  /**
   * `everyone`: users who do not see the chat or the contact get the event too. Only for data that holds nothing but ids. Otherwise who sees
   * the chat gets it; without a chat, who sees the contact.
   * `nobody`: only users without limits get it; it can name anything.
   */
  visibility?: 'subject' | 'everyone' | 'nobody';
  /** Path of the id whose events an ordered webhook receives one after the other; null where order does not matter. */
  orderedBy: Path | null;
  /**
   * The triggers it can fire, each with its condition. The first condition that holds wins. A stored event of an earlier version
   * can lack fields that were added later.
   */
  triggers: { readonly [T in EventTrigger]?: (data: Data) => boolean };
  /** The signals it can send to waiting runs, each with its condition. */
  signals?: { readonly [S in RunSignal]?: (data: Data) => boolean };
  /** The types of API version 2 that include it. */
  v2?: readonly V2Kind[];
  /** `feed` events are on the live feed and in the event search; webhooks cannot subscribe to them. */
  delivery?: 'webhooks' | 'feed';
};

/** What all definitions have in common, for code that handles events of any type. */
export type AnyEventDefinition = EventDefinition<z.ZodObject, string, never>;

export const defineEvent = <Schema extends z.ZodObject>(
  definition: EventDefinition<Schema, TextPath<z.infer<Schema>>, z.infer<Schema>>,
) => definition;
