import type { Delivery } from './broker.ts';

/** A message this process works on, with every repeat of it that came meanwhile. */
export type Held = { payload: string; ack(): void; leave(): void };
export type Holding = { take(message: Delivery): Held | undefined };

/**
 * The same message can reach one process twice: redelivered after a pause, or told again by the sweep. The second is not
 * worked on beside the first; it is acknowledged with it, or left with it to come again.
 */
export function createInFlight(): Holding {
  const held = new Map<string, Delivery[]>();
  return {
    take(message) {
      const { payload } = message;
      const known = held.get(payload);
      if (known) return void known.push(message);
      const copies = [message];
      held.set(payload, copies);
      return {
        payload,
        ack() {
          held.delete(payload);
          for (const copy of copies) copy.ack();
        },
        leave: () => void held.delete(payload),
      };
    },
  };
}
