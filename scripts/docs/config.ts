import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig, type SiteConfig, type UserConfig } from 'vitepress';
import { extendMarkdown } from './markdown.ts';
import { slug } from './slug.ts';

export type Values = { base: string; sidebar: DefaultTheme.SidebarItem[]; calls: [string, string][] };

/** Returns the settings of VitePress. `stage.ts` writes the entry that calls this. */
export const siteConfig = ({ base, sidebar, calls }: Values): UserConfig<DefaultTheme.Config> =>
  defineConfig({
    base,
    lang: 'en',
    title: 'Patchbay',
    description: 'One API for customer conversations over WhatsApp, SMS, email and Instagram',
    head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
    ignoreDeadLinks: true, // check-sources.ts names all of them, with anchors
    markdown: {
      html: false, // `<id>` in a text is text
      linkify: false,
      attrs: false, // `{id}` at the end of a heading is text, too
      anchor: { slugify: slug },
      config: (markdown) => extendMarkdown(markdown, new Map(calls), base),
    },
    transformHtml: (html, _id, { siteConfig }) => withoutInlineScripts(html, siteConfig, base),
    vite: { build: { chunkSizeWarningLimit: 5_000 }, logLevel: 'warn' },
    themeConfig: {
      logo: '/icon.svg',
      sidebar,
      nav: [
        { text: 'Quickstart', link: '/quickstart' },
        { text: 'Guides', link: '/guides/sending', activeMatch: '/guides/' },
        { text: 'API', link: '/reference/api/', activeMatch: '/reference/' },
        { text: 'Runbooks', link: '/runbooks/', activeMatch: '/runbooks/' },
      ],
      outline: [2, 3],
      search: { provider: 'local' },
      docFooter: { prev: 'Previous', next: 'Next' },
    },
  });

const INLINE_SCRIPT = /<script((?:\s(?!src=)[\w-]+(?:="[^"]*")?)*)>([\s\S]+?)<\/script>/g;

/** Moves inline scripts into files, so that the content security policy of the server can forbid inline scripts. */
function withoutInlineScripts(html: string, { outDir, assetsDir }: SiteConfig, base: string): string {
  return html.replaceAll(INLINE_SCRIPT, (_all, attributes: string, text: string) => {
    const name = join(assetsDir, `inline.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.js`);
    mkdirSync(join(outDir, assetsDir), { recursive: true });
    writeFileSync(join(outDir, name), text);
    return `<script${attributes} src="${base}${name}"></script>`;
  });
}
