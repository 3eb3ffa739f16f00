/** One place a search can lead to: a page or a heading of it, and the words below it. */
export type Place = { url: string; page: string; heading: string; text: string };

const LONGEST_TEXT = 600;

/** Cuts a page's Markdown at its headings, whose ids are known from rendering it. */
export function placesOf(url: string, title: string, source: string, ids: Map<string, string>): Place[] {
  const places: Place[] = [{ url, page: title, heading: '', text: '' }];
  let isCode = false;
  for (const line of source.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : /^#{2,3} (.*)$/.exec(line)?.[1];
    const last = places.at(-1);
    if (heading !== undefined)
      places.push({ url: `${url}#${ids.get(plain(heading)) ?? ''}`, page: title, heading: plain(heading), text: '' });
    else if (last && last.text.length < LONGEST_TEXT && !line.startsWith('# ')) last.text += `${plain(line)} `;
  }
  return places.map((place) => ({ ...place, text: place.text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT) }));
}

/** Without the signs of Markdown. */
export const plain = (line: string): string =>
  line
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|^\s*[-#>]+ |-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
