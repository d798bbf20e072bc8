import { expect, expectNoSidewaysScroll, test } from './test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const LACKING = `/catalog?query=${encodeURIComponent('помпа хово')}`;
const HEADING = /^Для\sHOWO\sтакой детали в.каталоге нет$/;

for (const javaScriptEnabled of [true, false]) {
  for (const viewport of SIZES) {
    test.describe(`${javaScriptEnabled ? 'with' : 'without'} script, ${viewport.width} px wide`, () => {
      test.use({ javaScriptEnabled, viewport });

      test('a part that is there for other machines alone is first of all said not to be there', async ({ page }) => {
        await page.goto(LACKING);
        await expect(page).toHaveTitle(/^Для\sHOWO\sтакой детали/);
        await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
        await expect(page.getByRole('main').getByText('Искали: насос водяной')).toBeVisible();
        const order = page.locator('[data-add-request]').first();
        await expect(order).toBeHidden();
        await expect(page.locator('form#filters')).toBeHidden();
        await page.getByText(/^Насос водяной для\sдругих машин:\s\d+\sдетал/).click();
        await expect(page.locator('.part a.title').first()).toBeVisible();
        await expect(order).toBeVisible();
        await expectNoSidewaysScroll(page);
      });

      test('each thing that was read is taken back by one tap', async ({ page }) => {
        await page.goto(LACKING);
        const read = page.getByRole('list', { name: 'Как прочитан запрос' });
        await expect(read).toContainText('Деталь: насос водяной');
        await expect(read).toContainText('Машина: HOWO');
        await read.getByRole('link', { name: 'Убрать: HOWO' }).click();
        await expect(page.getByRole('heading', { name: /^Найден/ })).toBeVisible();
        await expect(page).toHaveTitle(/^помпа\s— /);
        await expect(read).not.toContainText('Машина');
        // Of one thing alone nothing is left.
        await expect(read.getByRole('link', { name: /^Убрать/ })).toHaveCount(0);
        await page.goBack();
        await read.getByRole('link', { name: /Это не\sмашина: HOWO/ }).click();
        await expect(page).toHaveURL(/plain=/);
        await expect(read).not.toContainText('Машина');
        await read.getByRole('link', { name: /Читать запрос как\sобычно/ }).click();
        await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
        await read.getByRole('link', { name: /Искать точно как\sнабрано/ }).click();
        await expect(page).toHaveURL(/strict=1/);
      });
    });
  }
}
