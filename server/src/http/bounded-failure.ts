import type { Failure, InvalidParams } from '../platform/errors.ts';

/** An answer names so many parameters: more than anybody mends at once, and few enough that it stays small. */
export const MOST_INVALID_PARAMS = 100;
const MOST_PATH_CHARACTERS = 200;
/** Our own longest sentences list the values of a parameter; what a caller sent adds little to them. */
const MOST_MESSAGE_CHARACTERS = 1_000;

type Told = { message: string; invalidParams?: InvalidParams };

/** Returns what is told of a failure: about 120 KB at most, however much of the request it repeats. */
export function boundedFailure({ message, detail }: Pick<Failure, 'message' | 'detail'>): Told {
  const all = Object.entries(detail.invalidParams ?? {});
  const told = all.slice(0, MOST_INVALID_PARAMS).map(([path, { key, message }]) => {
    return [cut(path, MOST_PATH_CHARACTERS), { key, message: cut(message, MOST_MESSAGE_CHARACTERS) }] as const;
  });
  const more = all.length > told.length ? `; only the first ${MOST_INVALID_PARAMS} invalid parameters are listed` : '';
  return {
    message: cut(message, MOST_MESSAGE_CHARACTERS) + more,
    ...(detail.invalidParams && { invalidParams: Object.fromEntries(told) }),
  };
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text);
