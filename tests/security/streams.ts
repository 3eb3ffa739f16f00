import { send } from './client.ts';
import type { Person } from './fixtures.ts';
import type { TriedId } from './ids.ts';
import type { Operation } from './operations.ts';
import type { Verifier } from './verify.ts';

/** A feed delivers no events of another tenant, for any Last-Event-ID. */
export async function listenIn(
  baseUrl: string,
  verify: Verifier,
  operations: Operation[],
  { mallory, victim, ids }: { mallory: Person; victim: Person; ids: TriedId[] },
): Promise<void> {
  const streams = operations.filter(({ route }) => route.stream);
  const places = ids.filter(({ value }) => /^[\x21-\x7e]+$/.test(value));
  const listening = streams.flatMap((operation) =>
    [undefined, ...places].map(async (place) => {
      const call = { ...operation.build(() => '', mallory), headers: place && { 'last-event-id': place.value } };
      const answer = await send(baseUrl, { ...call, token: mallory.token });
      const name = `${operation.name} after ${place?.value}`;
      verify.answered(name, { ...call, path: `${call.path} ${place?.value}` }, answer);
      if (answer.text.includes(victim.word)) verify.complain('leaks', `${name}: an event of the victim was received`);
    }),
  );
  await Promise.all([...listening, victim.things()]);
}
