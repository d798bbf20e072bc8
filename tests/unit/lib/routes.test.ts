import { expect, test } from 'vitest';
import { type PortalRoute, portalRoutes, ROUTES, routeLinks, shellFor, shellRoutes } from '../../../rules/routes.ts';
import { readSite } from '../../../settings/site.ts';
import { $router } from '../../../src/lib/platform/router.ts';
import { robotsText } from '../../../src/lib/platform/search-engines.ts';

/** The address of a route with some parameter. */
function someAddress(name: keyof typeof ROUTES): string {
  const link: string | ((value: never) => string) = routeLinks[name];
  return typeof link === 'string' ? link : link(7 as never);
}

const shellsOfRoutes = Object.entries(shellRoutes()).flatMap(([file, routes]) =>
  (Object.keys(routes) as (keyof typeof ROUTES)[]).map((name) => [name, file] as const),
);

test.each(shellsOfRoutes)('a link to the route %s is answered by %s', (name, file) => {
  expect(shellFor(someAddress(name))).toBe(file);
});

test('no two routes have one name', () => {
  expect(shellsOfRoutes.map(([name]) => name).sort()).toEqual(Object.keys(ROUTES).sort());
});

test.each(Object.keys(portalRoutes) as PortalRoute[])('the shell opens the page %s at its own address', (name) => {
  $router.open(someAddress(name));
  expect($router.get()?.route).toBe(name);
});

test('an alias is written into an address so that it reads back whole', () => {
  expect(routeLinks.product('а/б $&')).toBe('/catalog/product/%D0%B0%2F%D0%B1%20%24%26');
});

test('search engines are kept from every page of the signed-in shell', () => {
  const closed = [...robotsText(readSite({ SITE_URL: 'https://shop.test' })).matchAll(/^Disallow: (.+)$/gm)];
  for (const path of Object.values(portalRoutes)) {
    expect(
      closed.some(([, start = '?']) => path.startsWith(start)),
      path,
    ).toBe(true);
  }
});
