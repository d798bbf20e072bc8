import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { localAddress } from './settings/address.ts';
import { HANDED_ON } from './settings/handed-on.ts';
import { readSettings } from './settings/read.ts';
import { siteOfBuild } from './settings/site.ts';
import { interactDirective } from './src/lib/browser/interact-directive.ts';
import { shellRewrites } from './src/lib/site/shells-dev.ts';

const { front, ...site } = siteOfBuild(process.env);
const { HOST, PORT } = readSettings(process.env);

// A page asks for a few files instead of thirty small ones. The header's own are apart: most pages need nothing else.
const groups = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler|@astrojs[\\/]react)[\\/]/ },
  {
    name: 'frame',
    test: /preload-helper|node_modules[\\/](?:nanostores|@nanostores[\\/]persistent)[\\/]|[\\/]lib[\\/](?:frame[\\/](?:theme-store|paths)|session[\\/]session-store)\.ts|contract[\\/]about-aliases/,
  },
  // What public pages need to stay fresh, and the button of their editor: nobody else's code may ride along.
  {
    name: 'fresh',
    test: /[\\/]lib[\\/](?:site[\\/]site|content[\\/](?:hash|shown|refresh))\.ts|contract[\\/](?:paths|limits)\.ts|[\\/]rules[\\/]public-content\.ts/,
  },
  {
    name: 'about',
    test: /[\\/]lib[\\/](?:content[\\/](?:about-page|page-draft)|browser[\\/]device-memory|editing[\\/]drafts)\.ts/,
  },
  {
    name: 'calls',
    test: /node_modules[\\/]ky[\\/]|[\\/]lib[\\/](?:http[\\/](?:client|failure)|session[\\/]session-ended)\.ts/,
  },
  { name: 'markup', test: /[\\/]lib[\\/](?:markdown[\\/]|editing[\\/]markup\.ts)/ },
  // What the rows of the catalogue and a card show both; a card that came with its page needs no calls.
  {
    name: 'goods',
    test: /[\\/]lib[\\/](?:catalogue[\\/](?:photo|card-texts)|browser[\\/](?:flash|tab-memory|leave)|site[\\/]describe-page|http[\\/]failure-texts|format[\\/]plural)\.ts|[\\/]rules[\\/](?:picture-sources|format[\\/]\w+)\.ts|contract[\\/]kinds/,
  },
  {
    name: 'card',
    test: /[\\/]lib[\\/](?:catalogue[\\/]card-(?!texts)\w+|editing[\\/]photo-(?:store|texts))\.ts/,
  },
  {
    name: 'shared',
    test: /[\\/]src[\\/]lib[\\/](?!http[\\/](?!failure-texts|latest)|session[\\/](?![\w-]+-store)|[\w-]+[\\/](?:[\w-]+-calls|auth-errors))|[\\/](?:contract|rules)[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 5_000,
  },
  {
    name: 'widgets',
    test: /[\\/]src[\\/]islands|node_modules[\\/](?:@nanostores[\\/]react|lucide-react)/,
    minShareCount: 2,
    entriesAware: true,
  },
];

export default defineConfig({
  site: site.url,
  // The server gives each build a folder of its own and switches to it when it is whole.
  outDir: process.env[HANDED_ON.outFolder] ?? './dist',
  trailingSlash: 'never',
  build: { format: 'file' },
  devToolbar: { enabled: false },
  integrations: [react(), interactDirective()],
  vite: {
    define: { __SITE__: JSON.stringify(site), __FRONT__: JSON.stringify(front) },
    plugins: [shellRewrites()],
    // Scripts and styles are files of their own: cached between pages, and the policy of a page has little to hash.
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
    server: { proxy: { '/api': localAddress(HOST, PORT) } },
  },
});
