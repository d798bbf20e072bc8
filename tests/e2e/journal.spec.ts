import { randomUUID } from 'node:crypto';
import { expect, expectFits, test } from './test.ts';

/** Signs in with a wrong password; resolves to the e-mail that was tried. */
async function fail(request: import('@playwright/test').APIRequestContext): Promise<string> {
  const email = `stranger-${randomUUID()}@example.test`;
  await request.post('/api/mauth/signin', { data: { email, password: 'wrong password' } });
  return email;
}

test('security 53: an administrator finds a failed sign-in in the journal, narrows it down and takes it as a file', async ({
  page,
  signIn,
}) => {
  const email = await fail(page.request);
  await signIn('/setting/edit/journal');
  await expect(page.getByRole('heading', { level: 2, name: 'Журнал' })).toBeVisible();
  await expect(page.getByText(/Записи\sхранятся\s365\s+дней/)).toBeVisible();

  // A new entry is written within a second.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const entry = page.getByRole('listitem').filter({ hasText: email });
  await expect(entry).toContainText('Неудачный вход');
  await expect(entry).toContainText('нет такой учётной записи');

  await page.getByLabel('Событие').selectOption('Неудачный вход');
  await expect(page).toHaveURL(/\/setting\/edit\/journal\?event=signin\.failed$/);
  const filters = page.getByRole('search', { name: 'Отбор записей' });
  await filters.getByRole('searchbox').fill(email);
  await filters.getByRole('button', { name: 'Найти' }).click();
  await expect(page).toHaveURL(/search=stranger/);
  const entries = page.getByRole('list', { name: 'Записи журнала' }).getByRole('listitem');
  await expect(entries).toHaveCount(1);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать .xlsx' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('journal.xlsx');
  await expect(page.getByText('Файл скачан.')).toBeVisible();

  await page.getByLabel('С какого дня').fill('2099-01-01');
  await expect(page.getByText('Таких записей нет.')).toBeVisible();
  await page.goBack();
  await expect(entries).toHaveCount(1);
  await page.getByRole('button', { name: 'Сбросить отбор' }).click();
  await expect(page).toHaveURL(/\/setting\/edit\/journal$/);
  await expect(filters.getByRole('searchbox')).toHaveValue('');
  // Tests beside this one make entries too, and one is written within a second.
  await expect(async () => {
    await page.reload();
    const exported = entries.filter({ hasText: 'Выгружен журнал' });
    await expect(exported.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('the journal is accessible and fits', async ({ page, signIn }) => {
  await fail(page.request);
  await signIn('/setting/edit/journal');
  await expect(page.getByRole('list', { name: 'Записи журнала' })).toBeVisible();
  await expectFits(page, [1280, 390]);
});

test('a journal that does not load says so and is asked for again', async ({ page, signIn, allowConsole }) => {
  allowConsole(/500.*admin\/audit/);
  await page.route('**/api/mauth/admin/audit/**', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal server error' } }),
  );
  await signIn('/setting/edit/journal');
  await expect(page.getByText('Журнал не загрузился.')).toBeVisible();
  await page.unroute('**/api/mauth/admin/audit/**');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByRole('list', { name: 'Записи журнала' })).toBeVisible();
});
