import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { mark } from './mark.ts';
import { asAdmin, makeUser, ownAdministrator, STAFF_PASSWORD } from './settings-calls.ts';
import { add, begin, check, LOOK, sourceOf, stagedOf } from './source-steps.ts';
import { expect, expectAccessible, expectFits, test } from './test.ts';

const GOODS = 12;
/** A price list whose layout is beyond doubt. */
const priceList = (series: string, price: number): string =>
  [
    'Артикул;Наименование;Цена;Остаток',
    ...Array.from({ length: GOODS }, (_, at) => `${series}-${at}01;Фильтр масляный ${at};${price + at},50;${at}`),
  ].join('\r\n');

/** A brand and a provider of their own. */
async function makeOwners(page: Page): Promise<string> {
  const calls = await asAdmin(page.request, '/api/bridge');
  const title = `Источник ${mark()}`;
  await calls.send('POST', '/brands/', { title });
  await calls.send('POST', '/providers/', { title });
  return title;
}

test('price lists of a folder are applied by themselves, held and applied, or held and rejected', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  test.setTimeout(180_000);
  const series = mark();
  const folder = join(process.env.E2E_DATA ?? '', 'import', series);
  await mkdir(folder, { recursive: true });
  await signIn('/catalog', await ownAdministrator(page.request));
  const owner = await makeOwners(page);
  await page.goto('/catalog/edit/sources');

  const dialog = await begin(page, owner, `Папка ${series}`);
  await dialog.getByLabel('Имя папки').fill('../чужая');
  await add(dialog);
  await expect(dialog.getByText(/Имя\sодной\sпапки/)).toBeVisible();
  await expect(dialog.getByLabel('Имя папки')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Имя папки').fill(series);
  await add(dialog);
  await expect(page.getByText(`Источник «Папка ${series}» сохранён.`)).toBeVisible();

  const source = sourceOf(page, `Папка ${series}`);
  await writeFile(join(folder, `${series} один.csv`), priceList(series, 100));
  await check(page, `Папка ${series}`);
  await expect(source.getByText('проверяется')).toBeVisible();
  await expect(source.getByText('проверяется')).toBeHidden(LOOK);
  await source.getByText('Что приходило').click();
  const came = source.getByRole('list', { name: `Что приходило: Папка ${series}` });
  await expect(came.getByRole('listitem')).toHaveCount(1);
  await expect(came.getByText('загружен')).toBeVisible();
  await expect(came.getByText(/новые:.12/)).toBeVisible();
  await expect(came.getByRole('link', { name: /Загрузка\s№/ })).toBeVisible();

  // Every price grows by more than its source may change it by itself.
  await writeFile(join(folder, `${series} два.csv`), priceList(series, 700));
  await check(page, `Папка ${series}`);
  const held = stagedOf(page, `${series} два.csv`);
  await expect(held).toBeVisible(LOOK);
  await expect(held.getByText(/больше\sчем\sв.3.раза/)).toBeVisible();
  await expect(held.getByText(/цена\sвыше:.12/).first()).toBeVisible();
  await expect(
    page
      .getByRole('navigation')
      .getByText(/ждут\sвнимания:\s\d/)
      .first(),
  ).toBeAttached();
  const download = page.waitForEvent('download');
  await held.getByRole('button', { name: /Скачать\sфайл/ }).click();
  expect((await download).suggestedFilename()).toBe(`${series} два.csv`);
  await expectAccessible(page);
  await held.getByRole('button', { name: /^Применить/ }).click();
  const question = page.getByRole('dialog', { name: 'Применить прайс?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Применить' }).click();
  await expect(page.getByText(`Прайс «${series} два.csv» загружен.`)).toBeVisible();
  await expect(held).toHaveCount(0);

  // And again: it is rejected this time, and another administrator is quicker with the next one.
  await writeFile(join(folder, `${series} три.csv`), priceList(series, 9_000));
  await check(page, `Папка ${series}`);
  const third = stagedOf(page, `${series} три.csv`);
  await expect(third).toBeVisible(LOOK);
  await third.getByRole('button', { name: /^Отклонить/ }).click();
  await page.getByRole('dialog', { name: 'Отклонить прайс?' }).getByRole('button', { name: 'Отклонить' }).click();
  await expect(page.getByText(`Прайс «${series} три.csv» отклонён.`)).toBeVisible();
  await expect(third).toHaveCount(0);
});

test('an address is fetched with its password, tells its failures in words, and is switched off and deleted', {
  tag: '@deep',
}, async ({ page, signIn, allowConsole }) => {
  test.setTimeout(180_000);
  allowConsole(/409.*import\/arrivals/);
  const series = mark();
  let isUp = false;
  let content = priceList(series, 100);
  const server = createServer((request, response) => {
    const isIn = request.headers.authorization === `Basic ${Buffer.from('buyer:слово').toString('base64')}`;
    response.writeHead(isIn && isUp ? 200 : isIn ? 503 : 401).end(isIn && isUp ? content : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const title = `Сайт ${series}`;
  try {
    await signIn('/catalog', await ownAdministrator(page.request));
    const owner = await makeOwners(page);
    await page.goto('/catalog/edit/sources');
    const dialog = await begin(page, owner, title);
    await dialog.getByLabel('Откуда приходят').selectOption({ label: 'с\u00a0адреса в\u00a0сети' });
    await dialog.getByLabel('Адрес файла').fill(`http://127.0.0.1:${port}/${series}.csv`);
    await dialog.getByLabel('Имя пользователя').fill('buyer');
    await dialog.getByLabel('Пароль', { exact: true }).fill('не то слово');
    await add(dialog);
    const source = sourceOf(page, title);
    await check(page, title);
    await expect(source.getByText(/Последняя\sпроверка\sне.удалась/)).toBeVisible(LOOK);
    await expect(source.getByText(/ответил\sкодом\s401/)).toBeVisible();

    // The password is not shown again; another one takes its place.
    await page.getByRole('button', { name: `Изменить: ${title}` }).click();
    const editing = page.getByRole('dialog', { name: 'Источник прайсов' });
    await expect(editing.getByLabel('Пароль', { exact: true })).toHaveValue('');
    await expect(editing.getByText(/Пароль\sзадан/)).toBeVisible();
    await editing.getByLabel('Пароль', { exact: true }).fill('слово');
    await expectAccessible(page);
    await editing.getByRole('button', { name: 'Сохранить' }).click();
    await check(page, title);
    await expect(source.getByText(/ответил\sкодом\s503/)).toBeVisible(LOOK);
    isUp = true;
    await check(page, title);
    await expect(source.getByText(/не.удалась/)).toBeHidden(LOOK);
    await source.getByText('Что приходило').click();
    await expect(source.getByText(/новые:.12/)).toBeVisible();

    // Another host is not sent the password that was typed for this one.
    await page.getByRole('button', { name: `Изменить: ${title}` }).click();
    await editing.getByLabel('Адрес файла').fill(`http://localhost:${port}/${series}.csv`);
    await expect(editing.getByText(/нужно\sввести\sзаново/)).toBeVisible();
    await editing.getByRole('button', { name: 'Сохранить' }).click();
    await expect(editing.getByLabel('Пароль', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await editing.getByLabel('Адрес файла').fill(`http://127.0.0.1:${port}/${series}.csv`);
    await expect(editing.getByText(/Пароль\sзадан/)).toBeVisible();
    await editing.getByRole('button', { name: 'Сохранить' }).click();
    await expect(editing).toBeHidden();

    // Another user decides while this page still offers the choice.
    content = priceList(series, 900);
    await check(page, title);
    const held = stagedOf(page, `${series}.csv`);
    await expect(held).toBeVisible(LOOK);
    await held.getByRole('button', { name: /^Отклонить/ }).click();
    const calls = await asAdmin(page.request, '/api/bridge');
    const { arrivals } = await calls.get<{ arrivals: { id: number; fileName: string }[] }>(
      '/import/arrivals?state=held',
    );
    const { id } = arrivals.find(({ fileName }) => fileName === `${series}.csv`) ?? { id: 0 };
    await calls.send('POST', `/import/arrivals/${id}/apply`);
    await page.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click();
    await expect(page.getByText(/уже\sрешили\sбез.вас/)).toBeVisible();
    await expect(held).toHaveCount(0);

    await new Promise((resolve) => server.close(resolve));
    await check(page, title);
    await expect(source.getByText(/не.принимает\sсоединения/)).toBeVisible(LOOK);
    await page.getByRole('button', { name: `Выключить: ${title}` }).click();
    await expect(source.getByText('выключен')).toBeVisible();
    await expect(source.getByText(/не.запланирована/)).toBeVisible();
    await page.getByRole('button', { name: `Удалить: ${title}` }).click();
    await page.getByRole('dialog', { name: 'Удалить источник?' }).getByRole('button', { name: 'Удалить' }).click();
    await expect(page.getByText(`Источник «${title}» удалён.`)).toBeVisible();
    await expect(source).toHaveCount(0);
  } finally {
    server.close();
  }
});

test('Esc and «Отмена» ask before what was typed of a source is lost', async ({ page, signIn }) => {
  await signIn('/catalog/edit/sources', await ownAdministrator(page.request));
  await page.getByRole('button', { name: 'Новый источник' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новый источник' });
  const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Новый источник' }).click();
  await dialog.getByLabel('Название').fill('Прайс завода');
  // Chromium lets only one Esc be refused after each click.
  for (let turn = 0; turn < 3; turn += 1) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('Название')).toHaveValue('Прайс завода');
  }
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(dialog.getByLabel('Название')).toHaveValue('Прайс завода');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Новый источник' }).click();
  await expect(dialog.getByLabel('Название')).toHaveValue('');
});

test('who is no administrator is not offered the sources and is turned away from them', async ({ page, signIn }) => {
  const { email } = await makeUser(page.request, 'Продавец');
  await signIn('/user', { email, password: STAFF_PASSWORD });
  await expect(page.getByRole('link', { name: 'Источники прайсов' })).toHaveCount(0);
  await page.goto('/catalog/edit/sources');
  await expect(page.getByText('Недостаточно прав')).toBeVisible();
});

test('the sources are accessible and fit', async ({ page, signIn }) => {
  await signIn('/catalog', await ownAdministrator(page.request));
  const owner = await makeOwners(page);
  await page.goto('/catalog/edit/sources');
  const title = `${mark()} ${'длинное название '.repeat(6)}`.trim();
  const dialog = await begin(page, owner, title);
  await dialog.getByLabel('Откуда приходят').selectOption({ label: 'на\u00a0почту' });
  await add(dialog);
  await expect(dialog.getByText('Введите адрес или @домен.')).toBeVisible();
  await expectFits(page, [1280, 390]);
  await dialog.getByLabel('Сервер почты (IMAP)').fill(`${'a'.repeat(120)}.example`);
  await dialog.getByLabel('Имя почтового ящика').fill('price');
  await dialog.getByLabel('От кого').fill('@supplier.example');
  await dialog.getByLabel('Проверять по расписанию').uncheck();
  await add(dialog);
  await expect(sourceOf(page, title)).toBeVisible();
  await expectFits(page, [1280, 390]);
});

test('asks at which kind of the prices of 1C the shop sells, and keeps the answer', async ({ page, signIn }) => {
  const kinds = (taken: string) =>
    [
      { id: 'p1', title: 'Закупочная', currency: 'руб' },
      { id: 'p2', title: 'Розничная', currency: '' },
    ].map((kind) => ({ ...kind, isTaken: kind.id === taken }));
  let sent: unknown = null;
  await page.route('**/api/bridge/exchange/price-kinds', async (route) => {
    if (route.request().method() === 'GET')
      return route.fulfill({ json: { kinds: kinds('p1'), setting: null, asks: true } });
    sent = route.request().postDataJSON();
    return route.fulfill({ json: { kinds: kinds('p2'), setting: null, asks: false } });
  });
  await signIn('/catalog', await ownAdministrator(page.request));
  await page.goto('/catalog/edit/sources');
  await expect(page.getByText(/В\s1С несколько видов цен/)).toBeVisible();
  await page.getByLabel('Вид цен').selectOption({ label: 'Розничная' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Продаём по этому виду' }).click();
  await expect(page.getByText(/Следующий обмен возьмёт цены вида «Розничная»/)).toBeVisible();
  expect(sent).toEqual({ id: 'p2' });
  await expect(page.getByText(/В\s1С несколько видов цен/)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Продаём по этому виду' })).toBeHidden();
});
