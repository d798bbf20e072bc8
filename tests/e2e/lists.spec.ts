import { mark } from './mark.ts';
import { expect, test } from './test.ts';

test('a brand is added, renamed and removed by keyboard alone', async ({ page, signIn }) => {
  await signIn('/catalog/edit/brands');
  const title = `Бренд ${mark()}`;
  await page.getByRole('button', { name: 'Новая запись' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Бренды' });
  await expect(list.getByText(title, { exact: true })).toBeVisible();
  // Newest first.
  await expect(list.getByRole('listitem').first()).toContainText(title);

  await page.getByRole('button', { name: `Изменить: ${title}` }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(`${title} (новый)`);
  await page.keyboard.press('Enter');
  await expect(list.getByText(`${title} (новый)`, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `Удалить: ${title} (новый)` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Удалить запись?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Удалить' }).focus();
  await page.keyboard.press('Enter');
  await expect(list.getByText(`${title} (новый)`, { exact: true })).toBeHidden();
});

test('a blank title is refused in Russian and the form stays', async ({ page, signIn }) => {
  await signIn('/catalog/edit/providers');
  await page.getByRole('button', { name: 'Новая запись' }).click();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Введите\sназвание/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/Введите\sназвание/)).toBeHidden();
});

test('a brand in use is removed only after a second question', async ({ page, signIn, allowConsole }) => {
  allowConsole(/409/);
  await signIn('/catalog/edit/brands');
  await page.getByRole('button', { name: 'Удалить: КАМАЗ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(dialog.getByText(/Запись\sиспользуется/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect(page.getByRole('list', { name: 'Бренды' }).getByText('КАМАЗ', { exact: true })).toBeVisible();
});

test('the search of a list narrows it', async ({ page, signIn }) => {
  await signIn('/catalog/edit/brands');
  await page.getByRole('searchbox', { name: 'поиск брендов' }).fill('камаз');
  await expect(page.getByRole('listitem').filter({ hasText: 'Изменить' })).toHaveCount(1);
});
