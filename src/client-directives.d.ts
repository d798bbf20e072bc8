import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** When it is touched, or after so many milliseconds when it moves by itself: see lib/interact.ts. */
    'client:interact'?: number;
  }
}
