import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts';

test('the reference of the API shows a call on a phone, without obstacles in either theme', { tag: '@deep' }, async ({
  page,
}) => {
  // All calls stand on one page.
  test.slow();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).host);
  });
  await page.goto('/api/docs');
  const call = page.getByRole('button', { name: /GET.*\/api\/bridge\/card\/all\/count/ });
  await expectAccessible(page);
  await call.click();
  await expect(page.getByText('Open to anyone.').first()).toBeVisible();
  await expectAccessible(page, '.opblock.is-open');
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});
