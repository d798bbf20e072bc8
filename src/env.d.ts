/// <reference types="astro/client" />

/** The settings of this installation, put in by the build. */
declare const __SITE__: import('./lib/site-settings.ts').SiteSettings | undefined;
