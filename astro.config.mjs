import { resolve } from 'node:path';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { localAddress } from './settings/networks.ts';
import { readSettings } from './settings/read.ts';
import { siteOfBuild } from './settings/site.ts';
import { BUILD_VARIABLES } from './settings/variables.ts';
import { interactDirective, noCircles, preloadIslands, shellRewrites } from './src/lib/build/astro-plugins.ts';

const site = siteOfBuild(process.env);
const { host, port } = readSettings(process.env);

// Chunks by name: the modules of a group are one file, so that a page asks for a few files instead of thirty small ones.
const GROUPS = {
  react: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/', 'node_modules/@astrojs/react/'],
  // The header's own: most pages need nothing else.
  frame: [
    'src/lib/platform/session-store.',
    'src/lib/platform/plain-link.',
    'src/lib/platform/tab-memory.',
    'rules/format/typography.',
    'node_modules/nanostores/',
    'node_modules/@nanostores/persistent/',
    'vite/preload-helper',
  ],
  // What public pages need to stay fresh: no other code may ride along.
  fresh: [
    'src/lib/platform/site.',
    'src/lib/pages/fresh-content.',
    'rules/pages/public.',
    'rules/documents/check.',
    'contract/api.',
    'contract/limits.',
  ],
  about: ['src/lib/pages/about-page.', 'src/lib/editing/drafts.', 'src/lib/platform/device-memory.'],
  calls: ['src/lib/platform/http-client.', 'node_modules/ky/'],
  // Parts of the markup and of a card that other pages use too: without a file of their own they would bring the whole
  // renderer and the texts of the catalogue into the portal and the sign-in page.
  text: ['contract/fields/text.'],
  files: ['src/lib/platform/copy-and-save.'],
  // What every field of a line says of a text that is too long: merged it would bring the texts of other forms along.
  lengths: ['src/lib/ui/length-text.'],
  markup: ['src/lib/markdown/markup.'],
  // The front page moves its slides without any call.
  slider: ['src/lib/slides/slider-track.'],
  // Pages of price lists need the columns of positions, but no filters of found parts.
  positionColumns: ['contract/catalogue/columns.'],
  // What the rows of the catalogue and a card show both, with their links; a card that came with its page needs no calls.
  position: [
    'src/lib/catalogue/card/card-texts.',
    'src/lib/platform/picture-addresses.',
    'src/lib/platform/paths.',
    'src/lib/platform/failure-texts.',
    'rules/format/texts.',
    'rules/format/typography.',
    'rules/routes.',
    'rules/catalogue/article.',
    'rules/catalogue/pictures.',
    'contract/catalogue/kinds.',
    'contract/price-lists/upload.',
  ],
  // The rows under the search box of the portal need parts, and nothing of a card.
  part: ['rules/catalogue/part.', 'rules/catalogue/offer-wording.'],
  // The headings of every page and the counts of the menu. Without a file of their own they would be merged with a file of
  // a similar size: that brings a page's own texts along, or needs the frame, a circle.
  places: /[\\/]src[\\/]lib[\\/](?:[\w-]+[\\/]headings?|portal[\\/]places)\.ts/,
  session: ['src/lib/platform/session.'],
  notices: ['src/lib/price-lists/import-notices.', 'src/lib/price-lists/notices-store.'],
  // The texts of the page of results before its first use; the rows under the search box are in another file.
  results: ['src/lib/catalogue/catalogue-texts.', 'rules/catalogue/question.'],
  searchPage: ['src/lib/catalogue/results-page.'],
  // The upload form reads it, the rows of the catalogue do not.
  columns: ['contract/price-lists/columns.'],
  // Too large to be merged with a small neighbour that other pages want.
  upload: ['src/lib/price-lists/upload/upload-texts.'],
  card: ['src/lib/catalogue/card/', 'src/lib/ui/photo-upload.', 'rules/catalogue/card.'],
};

const escaped = (path) => path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]');
const below = (folders) =>
  folders instanceof RegExp ? folders : new RegExp(`\\W(?:${folders.map(escaped).join('|')})`);

const groups = [
  ...Object.entries(GROUPS).map(([name, folders]) => ({ name, test: below(folders) })),
  // Modules that several pages share. Calls and the texts of their failures stay out: a page without calls must not load
  // their client.
  {
    name: 'shared',
    test: /[\\/]src[\\/]lib[\\/](?!platform[\\/](?:session|tokens|http-client)\.|accounts[\\/](?:sign-in|own-profile)\.|pages[\\/]publication\.|(?:[\w-]+[\\/])+[\w-]+-calls\.)|[\\/](?:contract|rules)[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    // With a larger threshold two merged files may need each other: `noCircles` then fails the build.
    entriesAwareMergeThreshold: 2_000,
  },
  {
    name: 'widgets',
    test: below(['src/islands/', 'node_modules/@nanostores/react/', 'node_modules/lucide-react/']),
    minShareCount: 2,
    entriesAware: true,
  },
];

// A file that pages share is called by its group: the names of its pages would make the lists of files to preload longer
// than some scripts.
const chunkFileNames = ({ name }) => `_astro/${name.replace(/^(shared|widgets)~.*/, '$1')}.[hash].js`;

const preloaded = preloadIslands();

export default defineConfig({
  site: site.url,
  // The server gives each build a folder of its own and switches to it when it is whole.
  outDir: process.env[BUILD_VARIABLES.outFolder] ?? './dist',
  trailingSlash: 'never',
  build: { format: 'file' },
  devToolbar: { enabled: false },
  integrations: [react(), interactDirective(), preloaded.integration],
  vite: {
    // The folder of packages may be read-only.
    ...(process.env[BUILD_VARIABLES.outFolder] ? { cacheDir: resolve('.vite') } : {}),
    define: { __SITE__: JSON.stringify(site) },
    plugins: [shellRewrites(), noCircles(), preloaded.plugin],
    // Scripts and styles are files of their own: cached between pages, and the policy of a page has little to hash.
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } } } } },
    server: { proxy: { '/api': localAddress(host, port) } },
  },
});
