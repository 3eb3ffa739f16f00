import type { Io, Screen } from './io.ts';

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const;

export type Colour = keyof typeof codes;
export type Paint = (colour: Colour, text: string) => string;

/** NO_COLOR with any value but the empty one means no colours, as no-color.org asks; so does --no-color. */
export function painter(screen: Screen, env: Io['env'], isOff = false): Paint {
  if (!screen.isTTY || isOff || (env.NO_COLOR ?? '') !== '') return (_colour, text) => text;
  return (colour, text) => `\x1b[${codes[colour][0]}m${text}\x1b[${codes[colour][1]}m`;
}
