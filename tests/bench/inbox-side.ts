/** A tenant of the benchmark. Ids and texts of its rows follow from their numbers, so that no list of them is kept. */
export type Side = { name: string; tenantId: string; chats: number; messages: number };

export const MESSAGES_PER_CHAT = 5;
export const PEOPLE = 50;

export const sideOf = (name: 'small' | 'large', chats: number): Side => ({
  name,
  tenantId: `019a0000-0000-7000-8000-${name === 'small' ? 'a1b2c3d4e5f6' : 'f6e5d4c3b2a1'}`,
  chats,
  messages: chats * MESSAGES_PER_CHAT,
});

const idOf = (kind: string, n: number): string => `019a0000-0000-7${kind}-8000-${n.toString(16).padStart(12, '0')}`;
export const chatId = (n: number): string => idOf('00c', n);
export const userId = (n: number): string => idOf('00d', n);

/** Words of message n: one in 10 messages has `common`, one in 1,000 `medium`, one in 50,000 `rare`; `order` is unique. */
export const wordsOf = (n: number) => ({
  common: `common${n % 10}`,
  medium: `medium${(n * 7) % 1_000}`,
  rare: `rare${(n * 31) % 50_000}`,
  order: String(1_000_000 + n),
});

export const FIRST_NAMES =
  'Ada Ben Chloe David Elena Farid Grace Hiro Ines Jonas Karin Liam Maria Nora Omar Paula Quinn Rosa Sven Tara Umar Vera Will Ximena Yusuf Zoe Anna Boris Clara Dario Emma Felix Gina Hugo Iris Jan Kofi Lena Marco Nina'.split(
    ' ',
  );
export const SYLLABLES = [
  'Bar Cas Dol Fen Gar Hol Jan Kel Lam Mor Nor Pet Quil Ros Sal Tor Ul Var Wes Yor'.split(' '),
  'an be co di er fa go ha il ja ke la mi no or pa ri so ta ul ve wa xi yo za'.split(' '),
  'berg ton sen son ley man ner ova ski well'.split(' '),
];

/** The name of contact n: one of 40 first names and one of 5,000 last names. */
export function nameOf(n: number): { first: string; last: string } {
  const k = (n * 7919) % 5_000;
  const last = [k % 20, Math.floor(k / 20) % 25, Math.floor(k / 500)].map((i, part) => SYLLABLES[part]?.[i] ?? '');
  return { first: FIRST_NAMES[n % FIRST_NAMES.length] ?? '', last: last.join('') };
}
