import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { shellRewrites } from './src/lib/shells-dev.ts';
import { readSite } from './src/lib/site-settings.ts';

const site = readSite(process.env);
const services = process.env.DEV_API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  site: site.url,
  // The server gives each build a folder of its own and switches to it when it is whole.
  outDir: process.env.SITE_OUT_DIR ?? './dist',
  trailingSlash: 'never',
  build: { format: 'file' },
  devToolbar: { enabled: false },
  integrations: [react()],
  vite: {
    define: { __SITE__: JSON.stringify(site) },
    plugins: [shellRewrites()],
    // Scripts and styles are files of their own: cached between pages, and the policy of a page has little to hash.
    build: { assetsInlineLimit: 0 },
    server: { proxy: { '/api': services } },
  },
});
