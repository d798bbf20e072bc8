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

test('what buyers read of a supplier is changed in its list, and a wrong term is refused beside its field', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/400.*providers/);
  await signIn('/catalog/edit/providers');
  const title = `Поставщик ${mark()}`;
  await page.getByRole('button', { name: 'Новая запись' }).click();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText(/Покупатели видят: Склад № \d+/);

  await row.getByRole('button', { name: `Изменить для покупателей: ${title}` }).click();
  await page.getByLabel('Название склада для покупателей').fill('Склад Челябинск');
  await page.getByLabel('Срок, дней: от').fill('5');
  await page.getByLabel('до', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByLabel('Срок, дней: от')).toHaveAccessibleDescription(/«от»\sне\sбольше\s«до»/);
  await page.getByLabel('Срок, дней: от').fill('2');
  await page.getByLabel('до', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByLabel('Название склада для покупателей')).toHaveAccessibleDescription(
    /Так уже называется склад другого поставщика/,
  );
  const name = `Склад ${mark()}`;
  await page.getByLabel('Название склада для покупателей').fill(name);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(row).toContainText(new RegExp(`Покупатели видят: ${name}, 2–3.дня`));
  await page.reload();
  await expect(row).toContainText(new RegExp(`${name}, 2–3.дня`));
});
