import { matcherOf } from './routes/route-match.ts';
import { SHELL_ROUTES } from './routes/routes.ts';

const MATCHERS = Object.entries(SHELL_ROUTES).flatMap(([file, routes]) =>
  Object.values(routes).map((pattern) => ({ file, match: matcherOf(pattern) })),
);

/**
 * File of the built site that answers a dynamic address (no query; a trailing slash is ignored), or null.
 * Exact on purpose: an address that no route names is a real 404.
 */
export const shellFor = (path: string): string | null =>
  MATCHERS.find(({ match }) => match(path))?.file ?? null;

/** Files that answer only through the table: their own addresses are not pages of the site. */
export const SHELL_FILES: readonly string[] = Object.keys(SHELL_ROUTES);
