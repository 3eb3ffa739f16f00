import type { Delivery } from './broker.ts';

/** A message that this process works on, with every repeat of it that arrived meanwhile. */
export type InFlightMessage = { payload: string; ack(): void; leave(): void };
export type InFlight = { take(message: Delivery): InFlightMessage | undefined };

/**
 * Keeps one process from running the same message twice at once: it can be redelivered after a pause, or published again by the sweep.
 * The second is acknowledged together with the first, or comes again together with it.
 */
export function createInFlight(): InFlight {
  const messages = new Map<string, Delivery[]>();
  return {
    take(message) {
      const { payload } = message;
      const known = messages.get(payload);
      if (known) return void known.push(message);
      const copies = [message];
      messages.set(payload, copies);
      return {
        payload,
        ack() {
          messages.delete(payload);
          for (const copy of copies) copy.ack();
        },
        leave: () => void messages.delete(payload),
      };
    },
  };
}
