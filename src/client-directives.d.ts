import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** When it is touched: see lib/browser/interact.ts. */
    'client:interact'?: boolean;
  }
}
