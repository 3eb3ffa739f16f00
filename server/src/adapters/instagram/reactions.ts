/** Instagram's names of reactions. The first emoji of a name is shown. */
const names: [name: string, ...emojis: string[]][] = [
  ['love', '❤'],
  ['like', '👍'],
  ['dislike', '👎'],
  ['smile', '😂', '😆'],
  ['wow', '😮'],
  ['sad', '😢'],
  ['angry', '😡', '😠'],
];

const byEmoji = new Map(names.flatMap(([name, ...emojis]) => emojis.map((emoji) => [emoji, name] as const)));
const byName = new Map(names.map(([name, emoji]) => [name, emoji] as const));

/** An emoji can have a variation selector. */
export const reactionOf = (emoji: string): string | undefined => byEmoji.get(emoji.replaceAll('\ufe0f', ''));
export const emojiOf = (name: string | undefined): string | undefined => byName.get(name ?? '');
export const offered = [...byName.values()].join(' ');
