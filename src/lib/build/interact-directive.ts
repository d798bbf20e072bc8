import type { AstroIntegration } from 'astro';

/** Adds `client:interact` to the directives of the pages. */
export const interactDirective = (): AstroIntegration => ({
  name: 'interact-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'interact', entrypoint: './src/lib/browser/interact.ts' }),
  },
});
