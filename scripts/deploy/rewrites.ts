import { shellRoutes } from '../../rules/routes.ts';

/** The table of dynamic addresses for servers of files, made of the one that everything else reads. */

const MADE = '# Made by `npm run deploy:rewrites` from rules/routes.ts.';

interface Rewrite {
  /** What the raw address, query included, has to look like. */
  readonly expression: string;
  /** The built file that answers it. */
  readonly file: string;
}

/** In the order in which they are meant: the first that fits. */
export const REWRITES: readonly Rewrite[] = Object.entries(shellRoutes()).flatMap(([file, routes]) =>
  Object.values(routes).map((pattern) => ({ file, expression: expressionOf(pattern) })),
);

/** `:id` is a number, any other parameter one part of the path as it was sent, so an encoded slash does not end it. */
function expressionOf(pattern: string): string {
  const path = pattern.replace(/:(\w+)/, (_, name) => (name === 'id' ? '[0-9]+' : '[^/?]+'));
  return `^${path}/?([?].*)?$`;
}

/** Pages that stand for many addresses and have none of their own. */
const HIDDEN = [...Object.keys(shellRoutes()), '404.html'].map((file) => `/${file.replace(/\.html$/, '')}`);

const nginx = (): string =>
  [
    MADE,
    '# For the http block: the page of a dynamic address, and the page of any other one.',
    'map $request_uri $parts_shell {',
    '    default /none;',
    ...REWRITES.map(({ expression, file }) => `    "~${expression}" /${file};`),
    '}',
    'map $uri $parts_page {',
    '    default $uri.html;',
    ...HIDDEN.map((path) => `    ${path} /none;`),
    '}',
    '',
  ].join('\n');

const caddy = (): string =>
  [
    MADE,
    '# For a site block: the page of a dynamic address, and the page of any other one.',
    'map {http.request.orig_uri} {parts_shell} {',
    ...REWRITES.map(({ expression, file }) => `\t"~${expression}" /${file}`),
    '\tdefault /none',
    '}',
    'map {path} {parts_page} {',
    ...HIDDEN.map((path) => `\t${path} /none`),
    '\tdefault {path}.html',
    '}',
    '',
  ].join('\n');

/** Every file that is made, by its path from the project's root. */
export const REWRITE_FILES: Readonly<Record<string, string>> = {
  'deploy/static/shells.nginx.conf': nginx(),
  'deploy/static/shells.caddy': caddy(),
};
