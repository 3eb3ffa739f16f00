import { relative } from './addresses.ts';
import { escaped, type Heading, type Rendered } from './markdown.ts';

export type Entry = { url: string; title: string };
export type Menu = { title: string; entries: Entry[] }[];

/** One whole page. It asks nothing of any other host and can be read without scripts. */
export function layout(url: string, { html, title, headings }: Rendered, menu: Menu, hasExamples: boolean): string {
  const to = (target: string) => escaped(relative(url, target));
  const flat = menu.flatMap(({ entries }) => entries);
  const here = flat.findIndex((entry) => entry.url === url);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
<title>${escaped(title)}${title === 'Patchbay' ? '' : ' · Patchbay'}</title>
<link rel="stylesheet" href="${to('assets/site.css')}">
<link rel="icon" href="${to('assets/icon.svg')}">
<script src="${to('assets/theme.js')}"></script>
<script src="${to('assets/site.js')}" defer data-root="${to('index.html').replace(/index\.html$/, '')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="${to('index.html')}">Patchbay</a>
<div class="search" role="search" hidden>
<label class="unseen" for="search">Search the documentation</label>
<input id="search" type="search" placeholder="Search  (press /)" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<ol id="found" role="listbox" aria-label="Search results" hidden></ol>
</div>
<button class="theme" type="button" hidden>Dark</button>
</header>
<div class="columns">
<nav class="menu" aria-label="All pages">
<details open><summary>Menu</summary>
${menu.map((section) => menuSection(section, url)).join('\n')}
</details>
</nav>
<main id="content" tabindex="-1">
${hasExamples ? html.replace('</h1>', `</h1>\n<p class="note">The examples on this page <a href="${to('index.html')}#the-examples-run">run as pasted</a>.</p>`) : html}
<footer>${neighbour(flat[here - 1], '← ', 'Before: ', url)}${neighbour(flat[here + 1], '', 'Next: ', url)}</footer>
</main>
${onThisPage(headings)}
</div>
</body>
</html>
`;
}

function menuSection({ title, entries }: Menu[number], url: string): string {
  const rows = entries.map(
    (entry) =>
      `<li><a href="${escaped(relative(url, entry.url))}"${entry.url === url ? ' aria-current="page"' : ''}>${escaped(entry.title)}</a></li>`,
  );
  const isLong = entries.length > 14;
  const list = `<ul>\n${rows.join('\n')}\n</ul>`;
  if (!isLong) return `<h2>${escaped(title)}</h2>\n${list}`;
  const isOpen = entries.some((entry) => entry.url === url);
  return `<details class="long"${isOpen ? ' open' : ''}><summary>${escaped(title)}</summary>\n${list}</details>`;
}

const neighbour = (entry: Entry | undefined, before: string, word: string, url: string): string =>
  entry
    ? `<a href="${escaped(relative(url, entry.url))}">${before}<span>${word}</span>${escaped(entry.title)}</a>`
    : '<span></span>';

function onThisPage(headings: Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2);
  if (shown.length < 2) return '<div class="toc"></div>';
  const rows = shown.map(({ id, text }) => `<li><a href="#${escaped(id)}">${escaped(text)}</a></li>`);
  return `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>\n${rows.join('\n')}\n</ul></nav>`;
}
