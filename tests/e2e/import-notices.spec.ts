import { chooseIn } from './choices.ts';
import { mark } from './mark.ts';
import { callsOf, makeAdministrator, STAFF_PASSWORD } from './settings-calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test, withTheme } from './test.ts';

const priceList = (series: string): string =>
  [
    'Артикул;Наименование;Цена;Остаток',
    ...Array.from({ length: 12 }, (_, at) => `${series}-${at}01;Фильтр масляный ${at};${100 + at},50;${at}`),
  ].join('\r\n');

for (const [width, theme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const)
  test(`whoever asked for it hears in the menu that a run ended, at ${width} px in the ${theme} theme`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await withTheme(page, theme);
    const series = mark();
    const email = await makeAdministrator(page.request, 'Кладовщик');
    const signedIn = await page.request.post('/api/mauth/signin', { data: { email, password: STAFF_PASSWORD } });
    const { access } = (await signedIn.json()) as { access: string };
    const calls = callsOf(page.request, access, '/api/bridge');
    const title = `Склад ${series}`;
    const { id: brandId } = await calls.send<{ id: number }>('POST', '/brands/', { title });
    const { id: providerId } = await calls.send<{ id: number }>('POST', '/providers/', { title });

    await signIn('/catalog/edit/upload', { email, password: STAFF_PASSWORD });
    const file = { name: `${series}.csv`, mimeType: 'text/csv', buffer: Buffer.from(priceList(series)) };
    await page.getByLabel('Прайс', { exact: true }).setInputFiles(file);
    await expect(page.getByRole('region', { name: /Первые\sстроки\sфайла/ })).toBeVisible();
    await chooseIn(page.getByLabel('Поставщик', { exact: true }), title);
    await chooseIn(page.getByLabel('Бренд', { exact: true }), title);
    await page.getByRole('button', { name: 'Проверить', exact: true }).click();
    await page.getByRole('checkbox', { name: /Сообщить\sпо.окончании/ }).check();
    await expectNoSidewaysScroll(page);
    const seen = page.waitForResponse(/\/import\/runs\/\d+\/seen$/);
    const sent = page.waitForRequest((request) => request.url().endsWith('/file/upload'));
    await page.getByRole('button', { name: 'Применить' }).click();
    expect((await sent).postData()).toContain('name="notify"');
    await expect(page.getByText('файл успешно загружен.')).toBeVisible();
    // A viewer of the report needs no notice.
    await seen;

    // A run that ended while no page showed it.
    const fields = {
      brandId,
      providerId,
      article: '1',
      title: '2',
      price: '3',
      amount: '4',
      startRow: '2',
      notify: '1',
    };
    const uploaded = await page.request.post('/api/bridge/file/upload', {
      headers: calls.headers,
      multipart: { ...fields, file },
    });
    expect(uploaded.ok(), await uploaded.text()).toBe(true);
    await page.goto('/catalog/edit/brands');
    const menu = page.getByRole('navigation', { name: 'Главное меню', includeHidden: true });
    const link = menu.getByRole('link', { name: /Загрузки/, includeHidden: true });
    await expect(link).toHaveText(/^Загрузки1/);
    if (width < 960) await page.getByRole('button', { name: 'Меню' }).click();
    await expect(link).toBeVisible();
    await expectAccessible(page);
    await link.click();
    const told = page.getByRole('status').filter({ hasText: /просили\sсообщить/ });
    await expect(told.getByRole('link', { name: `${series}.csv` })).toBeVisible();
    await expect(told.getByText('загружено')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expect(link).toHaveText('Загрузки');
    await page.reload();
    await expect(page.getByRole('list', { name: 'История загрузок' })).toBeVisible();
    await expect(told).toHaveCount(0);
  });
