import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` (development) sends requests for the API. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

/**
 * Few files instead of one per shared module: what every page needs; the texts of the inbox in one language; icons; the library of what opens
 * over a page, which no page needs at first.
 */
const chunks = [
  { name: 'main', tags: ['$initial' as const], priority: 3 },
  {
    debugName: 'texts of the inbox',
    name: (id: string) => /locales\/(\w+)\/inbox-/.exec(id)?.[1]?.replace(/^/, 'inbox-texts-') ?? null,
    priority: 2,
  },
  { name: 'icons', test: /node_modules\/lucide-react\//, priority: 2 },
  { name: 'popups', test: /node_modules\/@(base-ui|floating-ui)\//, priority: 1 },
];

export default defineConfig({
  base: '/console/',
  plugins: [react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  build: {
    outDir: 'dist',
    // Browsers that know light-dark(): a lowered one would be resolved at :root and ignore `color-scheme` of a subtree.
    target: ['chrome125', 'firefox126', 'safari17.5'],
    assetsInlineLimit: 0, // the content security policy allows no fonts from data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    chunkSizeWarningLimit: 800,
  },
  server: {
    port: Number(process.env.CONSOLE_PORT ?? 5173),
    // The API checks the Origin header on session routes: requests get the API's own.
    proxy: Object.fromEntries(
      ['/v3', '/oidc'].map((path) => [path, { target: api, changeOrigin: true, headers: { origin: new URL(api).origin } }]),
    ),
  },
});
