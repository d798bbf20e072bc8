import { readFileSync } from 'node:fs';
import type { DeclaredRoute } from '../../server/platform/http-server/guards.ts';

/** What the delivered proxies let pass at which address, made of what the routes themselves take. */

/** Body that passes everywhere, MB of 1024 × 1024 bytes: that of the largest form without files. */
const EVERYWHERE_MB = 16;

const BEGIN = '# Made by `npm run deploy:rewrites` from the limits of the routes.';
const END = '# Made so far.';

type Sized = Pick<DeclaredRoute, 'url' | 'largestBody' | 'takesFiles'>;

interface BigRoutes {
  readonly megabytes: number;
  /** Their addresses, as an expression without regard to case. */
  readonly expression: string;
}

/** The routes that take files, and others that take more than passes everywhere, by what they take, the largest first. */
function bigRoutes(routes: readonly Sized[]): readonly BigRoutes[] {
  const urls = new Map<number, Set<string>>();
  for (const { url, largestBody, takesFiles } of routes) {
    const megabytes = Math.ceil(largestBody / 2 ** 20);
    if (!takesFiles && megabytes <= EVERYWHERE_MB) continue;
    urls.set(megabytes, (urls.get(megabytes) ?? new Set()).add(url));
  }
  return [...urls]
    .sort(([one], [other]) => other - one)
    .map(([megabytes, taking]) => ({ megabytes, expression: `^(${[...taking].map(pathOf).join('|')})/?$` }));
}

const pathOf = (url: string): string => url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');

const nginx = (routes: readonly Sized[]): string[] =>
  bigRoutes(routes).flatMap(({ megabytes, expression }) => [
    `location ~* ${expression} {`,
    `    client_max_body_size ${megabytes}m;`,
    '    client_body_timeout 30s;',
    '    proxy_request_buffering off;',
    '    proxy_pass http://parts;',
    '}',
  ]);

function caddy(routes: readonly Sized[]): string[] {
  const groups = bigRoutes(routes);
  const allOf = (expression: string) => `path_regexp (?i)${expression}`;
  const matched = groups.flatMap(({ megabytes, expression }) => [
    `@to${megabytes} ${allOf(expression)}`,
    `request_body @to${megabytes} {`,
    `\tmax_size ${megabytes}MiB`,
    '}',
  ]);
  return [
    ...matched,
    '@others {',
    ...groups.map(({ expression }) => `\tnot ${allOf(expression)}`),
    '}',
    'request_body @others {',
    `\tmax_size ${EVERYWHERE_MB}MiB`,
    '}',
  ];
}

/** A proxy's file with these lines between its two marks. */
function withSection(path: string, lines: readonly string[]): string {
  const document = readFileSync(path, 'utf8');
  const from = document.indexOf(BEGIN);
  const to = document.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`${path} has no ${BEGIN} … ${END}`);
  const indent = document.slice(document.lastIndexOf('\n', from), from);
  const inside = [BEGIN, ...lines].join(indent);
  return `${document.slice(0, from)}${inside}${indent}${document.slice(to)}`;
}

/** Every file that holds such a list, by its path from the project's root. */
export const bigRouteFiles = (routes: readonly Sized[]): Readonly<Record<string, string>> => ({
  'deploy/nginx.conf': withSection('deploy/nginx.conf', nginx(routes)),
  'deploy/Caddyfile': withSection('deploy/Caddyfile', caddy(routes)),
});
