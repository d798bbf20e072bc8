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

  // The demonstration has a photo of it, which stays unless the administrator chooses otherwise.
  const choice = page.getByRole('group', { name: 'Кому дать фото' });
  await expect(choice.getByRole('radio', { name: 'Только позициям без фото: таких нет' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Применить' })).toHaveAttribute('aria-disabled', 'true');
  const all = choice.getByRole('radio', { name: /^Всем: / });
  const promised = /Всем: (\d+)\D+(\d+)$/.exec((await choice.getByText(/^Всем: /).textContent()) ?? '')?.slice(1);
  await all.check();
  await page.getByRole('button', { name: 'Применить' }).click();
  const done = page.getByText(/^Фото получили: /);
  await expect(done).toHaveText(new RegExp(`^Фото получили: ${promised?.[0]}\\D.* заменено: ${promised?.[1]}\\.$`));

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const run = page.getByRole('listitem').filter({ hasText: 'применён' }).first();
  await expect(run).toBeVisible();
  await expectNoSidewaysScroll(page);
  // In one column: every line of the row begins at its left edge.
  const lefts = await run
    .locator('> span')
    .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().left));
  expect(new Set(lefts.map(Math.round)).size).toBe(1);
  await run.getByRole('button').click();
  await page.getByRole('button', { name: /Отменить запуск/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить', exact: true }).click();
  await expect(page.getByText(/Прежнее фото вернулось: \d+/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'отменён' }).first()).toBeVisible();
});
