import type { Failure, InvalidParams } from '../platform/errors.ts';

/** The number of invalid parameters in a response. */
export const MOST_INVALID_PARAMS = 100;
const MOST_PATH_CHARACTERS = 200;
/** Longer than our longest messages, which list the values of a parameter. */
const MOST_MESSAGE_CHARACTERS = 1_000;

type FailureBody = { message: string; invalidParams?: InvalidParams };

/** Returns the message and parameters of a failure, at most about 120 KB, however much of the request it quotes. */
export function boundedFailure({ message, detail }: Pick<Failure, 'message' | 'detail'>): FailureBody {
  const all = Object.entries(detail.invalidParams ?? {});
  const listed = all.slice(0, MOST_INVALID_PARAMS).map(([path, { key, message }]) => {
    return [cut(path, MOST_PATH_CHARACTERS), { key, message: cut(message, MOST_MESSAGE_CHARACTERS) }] as const;
  });
  const more = all.length > listed.length ? `; only the first ${MOST_INVALID_PARAMS} invalid parameters are listed` : '';
  return {
    message: cut(message, MOST_MESSAGE_CHARACTERS) + more,
    ...(detail.invalidParams && { invalidParams: Object.fromEntries(listed) }),
  };
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text);
