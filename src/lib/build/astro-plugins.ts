// Plugins of Astro and Vite for build and development server of the site: late start of islands, dynamic addresses, a
// check for circular imports.
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
