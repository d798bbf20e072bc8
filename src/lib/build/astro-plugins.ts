// Plugins of Astro and Vite for build and development server of the site: late start of islands, dynamic addresses, a
// check for circular imports.
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { shellFor } from '../../../rules/routes.ts';
import { inCircles } from './circles.ts';

/** Fails a build whose files import each other in a circle, as merging by size can do: their pages would stay empty. */
export const noCircles = (): Plugin => ({
  name: 'no-circles',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const imports = Object.values(bundle).flatMap((file): [string, readonly string[]][] =>
      file.type === 'chunk' ? [[file.fileName, file.imports]] : [],
    );
    const circle = inCircles(new Map(imports));
    if (circle.length > 0) this.error(`Files of the site import each other in a circle:\n${circle.join('\n')}`);
  },
});

/** The tags of islands whose page shows nothing of them before their scripts have run. */
const onlyIslands = (markup: string): string[] =>
  markup
    .split('<astro-island ')
    .slice(1)
    .map((tag) => tag.slice(0, tag.indexOf('>')))
    .filter((tag) => tag.includes('client="only"'));

const ITS_FILES = /\b(?:component|renderer)-url="\/([^"]+)"/g;

/**
 * Names in the head of a page all files that its islands without markup import, so that the browser asks for them at once
 * instead of one import after another. They stand behind the styles, which come first.
 */
export function preloadIslands(): { readonly integration: AstroIntegration; readonly plugin: Plugin } {
  const importsOf = new Map<string, readonly string[]>();
  const withImports = (file: string, found: Set<string>): Set<string> => {
    if (!found.has(file)) for (const other of importsOf.get(file) ?? []) withImports(other, found.add(file));
    return found.add(file);
  };
  return {
    plugin: {
      name: 'imports-of-islands',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') importsOf.set(file.fileName, file.imports);
      },
    },
    integration: {
      name: 'preload-islands',
      hooks: {
        'astro:build:done': async ({ dir, pages }) => {
          for (const { pathname } of pages) {
            const page = new URL(`${pathname.replace(/\/$/, '') || 'index'}.html`, dir);
            const markup = await readFile(page, 'utf8').catch(() => null);
            const islands = onlyIslands(markup ?? '');
            if (markup === null || islands.length === 0) continue;
            const files = new Set<string>();
            for (const [, file] of islands.join('').matchAll(ITS_FILES)) withImports(file as string, files);
            const links = [...files].map((file) => `<link rel="modulepreload" href="/${file}">`).join('');
            await writeFile(
              page,
              markup.replace('</head>', () => `${links}</head>`),
            );
          }
        },
      },
    },
  };
}

/** Adds `client:interact` to the directives of the pages. */
export const interactDirective = (): AstroIntegration => ({
  name: 'interact-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'interact', entrypoint: './src/lib/build/interact.ts' }),
  },
});

/** Makes the dev server answer dynamic addresses from the same table as the real one. */
export const shellRewrites = (): Plugin => ({
  name: 'shell-rewrites',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [path = '/', query] = (request.url ?? '/').split('?');
      const shell = shellFor(path);
      if (shell) request.url = `/${shell.replace(/\.html$/, '')}${query === undefined ? '' : `?${query}`}`;
      next();
    });
  },
});
