import { chooseIn } from './choices.ts';
import { findInMail } from './mails.ts';
import { mark } from './mark.ts';
import { check, choose, figure } from './price-lists-steps.ts';
import { asAdmin, ownAdministrator } from './settings-calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts';

const HEAD = 'Артикул;Наименование;Цена;Остаток';

function priceList(series: string, count: number): string {
  const row = (at: number) => `ОС${series}-${at};Деталь ${series} ${at};${100 + at},00;${at % 9}`;
  return [HEAD, ...Array.from({ length: count }, (_, at) => row(at))].join('\r\n');
}

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
} as const;

for (const [size, use] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, { tag: size === 'desktop' ? [] : '@deep' }, () => {
    test.use(use);

    test('a run that is stopped midway leaves nothing, says so in the history and in a mail that was asked for', async ({
      page,
      signIn,
      allowConsole,
    }) => {
      const series = mark();
      const calls = await asAdmin(page.request, '/api/bridge');
      const title = `Остановленный ${series}`;
      await calls.send('POST', '/brands/', { title });
      await calls.send('POST', '/providers/', { title });
      const administrator = await ownAdministrator(page.request);
      await signIn('/catalog/edit/upload', administrator);
      await choose(page, priceList(series, 60_000), `${series}.csv`);
      await chooseIn(page.getByLabel('Поставщик', { exact: true }), title);
      await chooseIn(page.getByLabel('Бренд', { exact: true }), title);
      await page.getByRole('button', { name: 'Проверить', exact: true }).click();
      await page.getByRole('checkbox', { name: /Сообщить\sписьмом,\sкогда\sзакончится/ }).check({ timeout: 60_000 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      // The page hears the refusal that it asked for.
      allowConsole(/409.*\/file\/upload/);
      await page.getByRole('button', { name: 'Применить' }).click();
      await expect(page.getByText(/Прочитано:\s\d/)).toBeVisible({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Прервать загрузку' }).click();
      await page
        .getByRole('dialog', { name: 'Прервать загрузку?' })
        .getByRole('button', { name: 'Прервать', exact: true })
        .click();
      await expect(page.getByText(/ничего\sиз.неё\sне.осталось/)).toBeVisible({ timeout: 30_000 });
      await expectNoSidewaysScroll(page);
      const letter = await findInMail(page.request, administrator.email, /Её\sпрервали[\s\S]*imports\/\d+/);

      await page.goto(`/catalog/edit/positions?query=${encodeURIComponent(`ОС${series}-1`)}`);
      await expect(page.getByText('Таких позиций нет. Измените отбор.')).toBeVisible();
      await page.goto(letter.match(/\/catalog\/edit\/imports\/\d+/)?.[0] ?? '');
      await expect(page.getByText('прервана', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Отменить загрузку' })).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    });

    test('a form whose provider or brand is deleted meanwhile says so and keeps what was typed', async ({
      page,
      signIn,
      allowConsole,
    }) => {
      const series = mark();
      const calls = await asAdmin(page.request, '/api/bridge');
      const add = async (list: 'brands' | 'providers', name: string) => {
        const { id } = await calls.send<{ id: number }>('POST', `/${list}/`, { title: `${name} ${series}` });
        return id;
      };
      const [brandId, providerId] = [await add('brands', 'Бренд'), await add('providers', 'Склад')];
      await add('brands', 'Другой');
      await add('providers', 'Другой');
      await signIn('/catalog/edit/upload', await ownAdministrator(page.request));
      await choose(page, priceList(series, 12), `${series}.csv`);
      const provider = page.getByLabel('Поставщик', { exact: true });
      const brand = page.getByLabel('Бренд', { exact: true });
      await chooseIn(provider, `Склад ${series}`);
      await chooseIn(brand, `Бренд ${series}`);
      await page.getByText(/^Правила:/).click();
      await page.getByLabel('Наценка, %', { exact: true }).fill('15');

      // The check finds the brand gone.
      allowConsole(/400.*\/file\/upload/);
      await calls.send('DELETE', `/brands/${brandId}`);
      await page.getByRole('button', { name: 'Проверить', exact: true }).click();
      await expect(page.getByText(`Бренд «Бренд ${series}» удалили, пока форма была открыта`)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Попробуем ещё?' }).click();
      await expect(brand).toHaveValue(/^(?:Выберите\sбренд)?$/);
      await expect(page.getByLabel('Наценка, %', { exact: true })).toHaveValue('15');
      await chooseIn(brand, `Другой ${series}`);
      await check(page);
      await expect(figure(page, 'новые')).toHaveText('12');

      // The provider goes after the check: nothing is applied.
      await calls.send('DELETE', `/providers/${providerId}`);
      await page.getByRole('button', { name: 'Применить' }).click();
      await expect(page.getByText(`Поставщика «Склад ${series}» удалили, пока форма была открыта`)).toBeVisible();
      await page.getByRole('button', { name: 'Попробуем ещё?' }).click();
      await chooseIn(provider, `Другой ${series}`);
      await check(page);
      await page.getByRole('button', { name: 'Применить' }).click();
      await expect(page.getByText('файл успешно загружен.')).toBeVisible();
    });
  });
}
