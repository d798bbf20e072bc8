// Types `client:interact` for pages: a React part whose script loads when a visitor first touches it
// (lib/build/interact.ts).
import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** When it is touched: see lib/build/interact.ts. */
    'client:interact'?: boolean;
  }
}
