import sharp from 'sharp';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts';

/** A part of the demonstration that no other test speaks of. */
const ARTICLE = '3W-7932';

test('an administrator tries photos, applies them and takes them back', async ({ page, signIn }) => {
  const picture = (background: string) =>
    sharp({ create: { width: 80, height: 60, channels: 3, background } })
      .png()
      .toBuffer();
  await signIn('/catalog/edit/photos');
  await expect(page.getByRole('heading', { level: 1, name: 'Фото' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Фото товаров').setInputFiles([
    { name: `${ARTICLE}.png`, mimeType: 'image/png', buffer: await picture('red') },
    { name: `${ARTICLE} (2).png`, mimeType: 'image/png', buffer: await picture('blue') },
    { name: 'QQ-000-77.png', mimeType: 'image/png', buffer: await picture('white') },
    { name: 'Thumbs.db', mimeType: '', buffer: Buffer.from('of the system') },
  ]);
  await expect(page.getByText('В каталоге пока ничего не изменилось')).toBeVisible();
  const table = page.getByRole('table', { name: 'Файлы' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row', { name: 'QQ-000-77.png' })).toContainText('Такого артикула в каталоге нет.');
  await expect(table.getByRole('row', { name: '(2).png' })).toContainText('уже есть фото с меньшим номером');
  await expect(table.locator('img')).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Что показать').last().selectOption('unknown');
  await expect(table.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: 'Применить' }).click();
  await expect(page.getByText(/Фото получили: \d+/)).toBeVisible();
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'применён' }).first().getByRole('button').click();
  await page.getByRole('button', { name: /Отменить запуск/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить', exact: true }).click();
  await expect(page.getByText(/Прежнее фото вернулось: \d+/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'отменён' }).first()).toBeVisible();
});
