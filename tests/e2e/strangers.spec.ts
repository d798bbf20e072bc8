import { expect } from '@playwright/test';
import { portalRoutes } from '../../rules/routes.ts';
import { test } from './test.ts';

test('security 95: every page of the portal sends a stranger to the sign-in page and back here afterwards', async ({
  page,
}) => {
  test.slow();
  for (const pattern of Object.values(portalRoutes)) {
    const path = pattern.replace(':id', '1');
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/auth\?/);
    const { searchParams } = new URL(page.url());
    expect([path, searchParams.get('from'), searchParams.get('why')]).toEqual([path, path, 'login']);
  }
});

test('security 95: nothing of a page is asked for in the name of nobody', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(?!mauth)/.test(pathname)) asked.push(pathname);
  });
  await page.goto('/setting/edit/routes?directing=1&task=1');
  await expect(page).toHaveURL(/\/auth\?/);
  expect(new URL(page.url()).searchParams.get('from')).toBe('/setting/edit/routes?directing=1&task=1');
  expect(asked.filter((path) => path.startsWith('/api/informator/docflow'))).toEqual([]);
});
