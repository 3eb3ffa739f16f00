/** Instagram's own names of the reactions it offers; the first emoji of a name is how we show it. */
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

/** The same heart is written with and without a selector of its style. */
export const reactionOf = (emoji: string): string | undefined => byEmoji.get(emoji.replaceAll('\ufe0f', ''));
export const emojiOf = (name: string | undefined): string | undefined => byName.get(name ?? '');
export const offered = [...byName.values()].join(' ');
