import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` (development) sends requests for the API. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/console/',
  plugins: [react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  build: {
    outDir: 'dist',
    // Browsers that know light-dark(): a lowered one would be resolved at :root and ignore `color-scheme` of a subtree.
    target: ['chrome125', 'firefox126', 'safari17.5'],
    assetsInlineLimit: 0, // the content security policy allows no fonts from data: addresses
    modulePreload: { polyfill: false },
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
