import { resolve } from 'node:path';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { localAddress } from './settings/address.ts';
import { HANDED_ON } from './settings/handed-on.ts';
import { readSettings } from './settings/read.ts';
import { siteOfBuild } from './settings/site.ts';
import { noCircles } from './src/lib/build/circles.ts';
import { interactDirective } from './src/lib/build/interact-directive.ts';
import { shellRewrites } from './src/lib/build/shells-dev.ts';

const { front, ...site } = siteOfBuild(process.env);
const { HOST, PORT } = readSettings(process.env);

// A page asks for a few files instead of thirty small ones: what stands in the folders of a group is one file.
const GROUPS = {
  react: [
    'node_modules/react/',
    'node_modules/react-dom/',
    'node_modules/scheduler/',
    'node_modules/@astrojs/react/',
  ],
  // The header's own: most pages need nothing else.
  frame: [
    'src/lib/frame/',
    'src/lib/browser/plain-link.',
    'src/lib/tab/',
    'node_modules/nanostores/',
    'node_modules/@nanostores/persistent/',
    'vite/preload-helper',
  ],
  // What public pages need to stay fresh: nobody else's code may ride along. `contract/` is arranged by service.
  fresh: ['src/lib/site/', 'rules/public/', 'contract/paths.', 'contract/limits.'],
  about: ['src/lib/about-page/', 'src/lib/drafts/'],
  calls: ['src/lib/http/', 'node_modules/ky/'],
  markup: ['src/lib/markdown/'],
  // What the rows of the catalogue and a card show both, with their links; a card that came with its page needs no calls.
  position: [
    'src/lib/position/',
    'src/lib/paths/',
    'src/lib/trouble/',
    'rules/format/',
    'rules/routes/',
    'contract/kinds.',
    'contract/upload.',
  ],
  // What the frame of the portal says of every page, and what its menu counts. Apart from these they would be merged with
  // whatever is near them in size: that brings a page's own texts along, or needs the frame, a circle.
  places: /[\\/]src[\\/]lib[\\/](?:[\w-]+[\\/]headings?|portal[\\/](?:places|portal-texts))\.ts/,
  session: ['src/lib/session/session.', 'src/lib/session/guarded.'],
  notices: ['src/lib/import-notices/'],
  // What the page of results says before anybody touches it: the rows under the search box ride elsewhere.
  results: [
    'src/lib/catalogue/catalogue-texts.',
    'src/lib/catalogue/left-page.',
    'src/lib/catalogue/results-data.',
    'rules/parts/question.',
  ],
  // Card and upload form read it, the rows of the catalogue do not.
  columns: ['contract/position-columns.', 'contract/columns-by-use.', 'contract/upload-columns.'],
  // Too large to be merged with a small neighbour that other pages want.
  upload: ['src/lib/price-lists/upload-texts.'],
  card: ['src/lib/card/', 'src/lib/photo-upload/', 'rules/card-facts.'],
};

const escaped = (path) => path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]');
const below = (folders) =>
  folders instanceof RegExp ? folders : new RegExp(`\\W(?:${folders.map(escaped).join('|')})`);

const groups = [
  ...Object.entries(GROUPS).map(([name, folders]) => ({ name, test: below(folders) })),
  // Whatever else several pages share. Calls, which stand in the folder of their area, stay out, and so does what tells
  // their failures: a page that makes none must not load the client for them.
  {
    name: 'shared',
    test: /[\\/]src[\\/]lib[\\/](?!session[\\/]|[\w-]+[\\/](?:[\w-]+-calls|auth-errors)\.)|[\\/](?:contract|rules)[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    // The larger this is, the sooner two merged files need each other: `noCircles` tells.
    entriesAwareMergeThreshold: 2_000,
  },
  {
    name: 'widgets',
    test: below(['src/islands/', 'node_modules/@nanostores/react/', 'node_modules/lucide-react/']),
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
    // The folder of packages may be nobody's to write to.
    ...(process.env[HANDED_ON.outFolder] ? { cacheDir: resolve('.vite') } : {}),
    define: { __SITE__: JSON.stringify(site), __FRONT__: JSON.stringify(front) },
    plugins: [shellRewrites(), noCircles()],
    // Scripts and styles are files of their own: cached between pages, and the policy of a page has little to hash.
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
    server: { proxy: { '/api': localAddress(HOST, PORT) } },
  },
});
