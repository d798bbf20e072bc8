/// <reference types="astro/client" />

// With an import the declaration below adds to the module's own types instead of taking their place.
import 'astro';

declare global {
  /** The settings of this installation, put in by the build. */
  const __SITE__: Omit<import('../settings/site.ts').SiteSettings, 'front'>;
  /** What the front page is built with. */
  const __FRONT__: import('../settings/site.ts').SiteSettings['front'];
}
