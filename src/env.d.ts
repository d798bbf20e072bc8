// Types of what the build puts into the pages: `__SITE__`, the settings of this installation.
/// <reference types="astro/client" />

// With an import the declaration below adds to the module's own types instead of taking their place.
import 'astro';

declare global {
  /** The settings of this installation, put in by the build. */
  const __SITE__: import('../settings/site.ts').SiteSettings;
}
