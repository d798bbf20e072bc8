import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type BookSheet, bookParts, writeZip } from '../support/workbooks.ts';
import { chooseIn } from './choices.ts';
import { mark } from './mark.ts';
import { check, choose, chooseOwner, figure, makeProvider } from './price-lists-steps.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts';

const GOODS = 12;

/** A price list with two columns of prices; `factor` turns them into those of another week. */
function priceList(series: string, factor = 1, title = 'Наименование'): string {
  const rows = Array.from({ length: GOODS }, (_, at) => {
    const price = (100 + at) * factor;
    return `ДМ${series}-${at + 1};Деталь ${series} ${at + 1};${price - 10},50;${price},00;${at};Завод`;
  });
  return ['ООО «Поставщик»;;;;;', `Артикул;${title};Цена опт;Цена розница;Остаток;Производитель`, ...rows].join('\r\n');
}

/** A workbook with these sheets. */
async function workbook(sheets: readonly BookSheet[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'book-'));
  try {
    await writeZip(join(folder, 'book.xlsx'), bookParts({ sheets }));
    return await readFile(join(folder, 'book.xlsx'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Применить' }).click();
  await expect(page.getByText('файл успешно загружен.')).toBeVisible();
}

test('a price list is recognised, checked, applied, looked up in the history and taken back', async ({
  page,
  signIn,
}) => {
  const series = mark();
  await signIn('/catalog/edit/upload');
  await choose(page, priceList(series));

  // The layout stands over the columns, and how a price is read in its cells.
  await expect(page.getByLabel('Столбец A, «Артикул»')).toHaveValue('article');
  await expect(page.getByLabel('Столбец D, «Цена розница»')).toHaveValue('price');
  await expect(page.getByLabel('Столбец E, «Остаток»')).toHaveValue('amount');
  await expect(page.getByText('100 ₽').first()).toBeVisible();

  // Of several prices another one is chosen; the table and the typed fields follow.
  await page.getByRole('radio', { name: /Цена\sопт/ }).check();
  await expect(page.getByLabel('Столбец C, «Цена опт»')).toHaveValue('price');
  await page.getByLabel('Столбец D, «Цена розница»').selectOption('price');
  await expect(page.getByRole('radio', { name: /Цена\sрозница/ })).toBeChecked();
  await page.getByText(/^Номера\sстрок/).click();
  await expect(page.getByLabel('Цена', { exact: true })).toHaveValue('4');
  await chooseOwner(page);
  await expectAccessible(page);

  // The check says what would happen and changes nothing.
  await check(page);
  await expect(figure(page, 'новые')).toHaveText(String(GOODS));
  await expect(page.getByRole('term').filter({ hasText: 'Наценка' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Назад\sк.настройкам/ }).click();
  await expect(page.getByText('прайс.csv')).toBeVisible();
  await check(page);
  await apply(page);

  // The run has a page of its own, with everything it changed.
  await page.getByRole('link', { name: 'Подробный отчёт' }).click();
  await expect(figure(page, 'новые')).toHaveText(String(GOODS));
  await page.getByRole('searchbox', { name: 'начало артикула' }).fill(`ДМ${series}-12`);
  await page.getByRole('button', { name: 'Найти' }).last().click();
  await expect(page.getByText(/Найдено:\s1/)).toBeVisible();
  await expectAccessible(page);

  // Undo says what it would do, and is a run itself.
  await page.getByRole('button', { name: 'Отменить загрузку' }).click();
  const dialog = page.getByRole('dialog', { name: 'Отменить загрузку?' });
  await expect(dialog.getByText(/Будут\sубраны/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Отменить загрузку' }).click();
  await expect(page.getByText(/Загрузка\sотменена/)).toBeVisible();
  await page.getByRole('link', { name: 'Все загрузки' }).click();
  const list = page.getByRole('list', { name: 'История загрузок' });
  await expect(list.getByText('отменена потом').first()).toBeVisible();
  await expect(list.getByRole('link', { name: /Отмена\sзагрузки/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test('what looks wrong is applied only after somebody says that they have looked', async ({ page, signIn }) => {
  const series = mark();
  await signIn('/catalog/edit/upload');
  await choose(page, priceList(series));
  await chooseOwner(page);
  await check(page);
  await apply(page);
  await page.getByRole('button', { name: 'Загрузить ещё один файл' }).click();

  // Every price is a hundred times what it was.
  await choose(page, priceList(series, 100));
  await check(page);
  await expect(page.getByText(/что-то\sне.так/)).toBeVisible();
  await expect(figure(page, 'цена выше')).toHaveText(String(GOODS));
  await expect(page.getByRole('cell', { name: '×100' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Применить' }).click();
  await expect(page.getByText(/Сначала\sподтвердите/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: /всё\sравно\sхочу\sзагрузить/ }).check();
  await page.getByRole('button', { name: 'Применить' }).click();
  await expect(page.getByText(/применено\sс\sвашего\sподтверждения/)).toBeVisible();
  await page.getByRole('button', { name: 'Отменить загрузку' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить загрузку' }).click();
  await expect(page.getByText(/Загрузка\sотменена:\sвозвращено\s12/)).toBeVisible();
});

test('a check that the catalogue has left behind is shown anew before anything is applied', async ({
  page,
  context,
  signIn,
  allowConsole,
}) => {
  allowConsole(/409.*file\/upload/);
  const series = mark();
  await signIn('/catalog/edit/upload');
  await choose(page, priceList(series));
  await chooseOwner(page);
  await check(page);
  await expect(figure(page, 'новые')).toHaveText(String(GOODS));

  const colleague = await context.newPage();
  await colleague.goto('/catalog/edit/upload');
  await choose(colleague, priceList(series));
  await chooseOwner(colleague);
  await check(colleague);
  await apply(colleague);
  await colleague.close();

  await page.getByRole('button', { name: 'Применить' }).click();
  await expect(page.getByText(/После\sпроверки\sкаталог\sизменился/)).toBeVisible();
  await expect(figure(page, 'без изменений')).toHaveText(String(GOODS));
  await expectAccessible(page);
  await apply(page);
});

test('words of stock are shown with their rows, get a meaning, and a bad sheet can be taken in', async ({
  page,
  signIn,
}) => {
  const series = mark();
  const head = ['Артикул', 'Наименование', 'Цена', 'Остаток'];
  const goods = (name: string, count: number, stock: string | number) =>
    Array.from({ length: count }, (_, at) => [`${name}${series}-${at + 1}01`, `Деталь ${name} ${at}`, 100 + at, stock]);
  const odd = goods('О', 5, 2).map((row, at) => (at > 1 ? row : [row[0] ?? '', row[1] ?? '', 'см. каталог', 1]));
  const book = await workbook([
    { name: 'Фильтры', rows: [head, ...goods('Ф', 30, 'Стеллаж')] },
    { name: 'Остатки', rows: [head, ...odd] },
  ]);
  await signIn('/catalog/edit/upload');
  await page
    .getByLabel('Прайс', { exact: true })
    .setInputFiles({ name: 'слова.xlsx', mimeType: 'application/octet-stream', buffer: book });
  await expect(page.getByRole('region', { name: /Первые\sстроки\sфайла/ })).toBeVisible();
  await page.getByRole('checkbox', { name: /Остатки/ }).check();
  await chooseOwner(page);
  await check(page);
  await expect(page.getByText(/что\sзначат\sслова.*«стеллаж»/)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('row', { name: /стеллаж\sнеизвестно\s30/ })).toBeVisible();
  await page.getByLabel('Что значит «стеллаж»').selectOption('число штук');
  await page.getByLabel('Сколько штук значит «стеллаж»').fill('4');
  await page.getByRole('button', { name: 'Проверить ещё раз' }).click();
  await expect(page.getByText(/что\sзначат\sслова/)).toBeHidden();
  await page.getByRole('button', { name: /взять\sлист\s«Остатки»/ }).click();
  await page.getByRole('button', { name: 'Проверить ещё раз' }).click();
  await expect(page.getByText(/Лист\s«Остатки»: не\sприменены\s2\sиз\s5\sстрок/)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('rules of one supplier do not go along to another, and a file is named after a reload', async ({
  page,
  signIn,
}) => {
  await signIn('/catalog/edit/upload');
  await choose(page, priceList(mark()));
  await chooseOwner(page);
  await page.getByText(/^Правила:/).click();
  const profit = page.getByLabel('Наценка, %', { exact: true });
  await profit.fill('15');
  await chooseIn(page.getByLabel('Поставщик', { exact: true }), 'Демо-склад «Восток»');
  await expect(page.getByText(/сюда\sне.перенесены:\sНаценка:\s15/)).toBeVisible();
  await expect(profit).toHaveValue('');
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click();
  await expect(profit).toHaveValue('15');
  await check(page);
  await expect(page.getByRole('definition').filter({ hasText: /^15.%$/ })).toBeVisible();

  await page.reload();
  await expect(page.getByText(/Проверялся\sфайл\s«прайс.csv»/)).toBeVisible();
  await expect(profit).toHaveValue('15');
  await expectAccessible(page);
});

test('settings are saved for a provider, taken for a file of the same header, and doubted for another', async ({
  page,
  signIn,
}) => {
  const series = mark();
  const name = `Опт ${series}`;
  const heading = `Деталь ${series}, наименование`;
  const provider = await makeProvider(page.request);
  await signIn('/catalog/edit/upload');
  await choose(page, priceList(series, 1, heading));
  await chooseOwner(page, provider);
  await page.getByRole('radio', { name: /Цена\sопт/ }).check();
  await page.getByRole('button', { name: /Сохранить\sнастройки\sкак/ }).click();
  await page.getByLabel('Имя настроек', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText(`Настройки «${name}» сохранены.`)).toBeVisible();

  await page.reload();
  await choose(page, priceList(mark(), 2, heading), 'другой.csv');
  await expect(page.getByText(`Взяты настройки «${name}»`)).toBeVisible();
  await expect(page.getByRole('radio', { name: /Цена\sопт/ })).toBeChecked();

  await choose(page, priceList(mark(), 2, `${heading} товара`), 'новый.csv');
  await page.getByLabel('Сохранённые настройки').selectOption(name);
  await expect(page.getByText(/Заголовок\sфайла\sне.такой/)).toBeVisible();

  await page.getByRole('button', { name: /Переименовать\sили\sудалить/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Сохранённые настройки поставщика' });
  await dialog.getByLabel(`Имя настроек «${name}»`).fill(`${name} новый`);
  await dialog.getByRole('button', { name: `Переименовать «${name}»` }).click();
  await expect(dialog.getByLabel(`Имя настроек «${name} новый»`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: `Удалить «${name} новый»` }).click();
  await page.getByRole('dialog', { name: 'Удалить настройки?' }).getByRole('button', { name: 'Удалить' }).click();
  await expect(dialog.getByLabel(`Имя настроек «${name} новый»`)).toBeHidden();
});

test('a supplier’s rules are taken when it is chosen after the file, though columns have moved; without them it is asked', async ({
  page,
  signIn,
}) => {
  const series = mark();
  const provider = await makeProvider(page.request);
  // No other test finds a preset of this header.
  const heading = `Деталь ${series}, название`;
  await signIn('/catalog/edit/upload');
  await choose(page, priceList(series, 1, heading));
  await chooseOwner(page, provider);
  await page.getByRole('radio', { name: /Цена\sопт/ }).check();
  await page.getByText(/^Правила:/).click();
  await page.getByLabel('Наценка, %', { exact: true }).fill('20');
  await page.getByRole('button', { name: /Сохранить\sнастройки\sкак/ }).click();
  await page.getByLabel('Имя настроек', { exact: true }).fill('Опт');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText('Настройки «Опт» сохранены.')).toBeVisible();
  await check(page);
  await apply(page);

  // Another tab knows nothing of the last upload.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/catalog/edit/upload');
  const moved = priceList(series, 1, heading)
    .split('\r\n')
    .map((line, at) => `${at === 1 ? '№' : at};${line.split(';').toReversed().join(';')}`)
    .join('\r\n');
  await choose(page, moved);
  await chooseOwner(page, provider);
  await expect(page.getByText(/Взяты\sнастройки\s«Опт», столбцы\sнайдены\sпо\sназваниям/)).toBeVisible();
  await expect(page.getByLabel('Столбец E, «Цена опт»')).toHaveValue('price');
  await check(page);
  await expect(page.getByRole('definition').filter({ hasText: /^20.%$/ })).toBeVisible();
  await expect(figure(page, 'без изменений')).toHaveText(String(GOODS));
  await expect(page.getByText(/что-то\sне.так/)).toBeHidden();

  // Without them the check names what is gone.
  await page.getByRole('button', { name: /Назад\sк.настройкам/ }).click();
  await page.getByLabel('Сохранённые настройки').selectOption('без сохранённых настроек');
  await page.getByLabel('Наценка, %', { exact: true }).fill('');
  await check(page);
  await expect(page.getByText(/Все\sцены\s×0,83/)).toBeVisible();
  await expect(page.getByText(/сохранённые\sнастройки\s«Опт», а\sпрайс\sчитается\sбез\sних/)).toBeVisible();
});

test('supplier and brand are added on the page, and its file stays: five clicks from the file to goods', async ({
  page,
  signIn,
}) => {
  const series = mark();
  await signIn('/catalog/edit/upload');
  let clicks = 0;
  const click = (name: string | RegExp) => {
    clicks += 1;
    return page.getByRole('button', { name, exact: true }).click();
  };
  await choose(page, priceList(series));
  clicks += 1;
  await click('Добавить поставщика');
  await page.keyboard.type(`Поставщик ${series}`);
  await click('Добавить бренд');
  await page.keyboard.type(`Бренд ${series}`);
  await expectAccessible(page);
  await click('Проверить');
  await expect(page.getByText(`Поставщик — Поставщик ${series}, бренд — Бренд ${series}.`)).toBeVisible();
  await click('Применить');
  await expect(page.getByText('файл успешно загружен.')).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(6);
  await page.goto(`/catalog?query=${encodeURIComponent(`ДМ${series}-3`)}`);
  await expect(page.getByText(`Деталь ${series} 3`).first()).toBeVisible();
});

test('the price stays in sight at 1280 pixels, however many columns there are', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn('/catalog/edit/upload');
  const more = Array.from({ length: 12 }, (_, at) => `Признак ${at}`);
  const rows = Array.from({ length: 12 }, (_, at) =>
    [`ДП-${at}`, `Деталь ${at}`, ...more, `${100 + at},50`, at].join(';'),
  );
  await choose(page, [['Артикул', 'Наименование', ...more, 'Цена', 'Остаток'].join(';'), ...rows].join('\n'));
  const table = page.getByRole('region', { name: /Первые\sстроки\sфайла/ });
  const price = page.getByLabel('Столбец O, «Цена»');
  const all = page.getByRole('checkbox', { name: 'Только выбранные столбцы' });
  await expect(all).toBeChecked();
  await all.uncheck();
  await table.scrollIntoViewIfNeeded();
  for (const left of [0, 600, 5_000]) {
    await table.evaluate((element, to) => element.scrollTo({ left: to }), left);
    await expect(price).toBeInViewport({ ratio: 1 });
  }
  // While the price is missing all columns are shown.
  await page.reload();
  const priceless = Array.from({ length: 12 }, (_, at) => [`ДП-${at}`, `Деталь ${at}`, ...more, at].join(';'));
  await choose(
    page,
    [['Артикул', 'Наименование', ...more, 'Остаток'].join(';'), ...priceless].join('\n'),
    'без цены.csv',
  );
  await expect(all).not.toBeChecked();
});

test('the desk fits a phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn('/catalog/edit/upload');
  await choose(page, priceList(mark()));
  await expectNoSidewaysScroll(page);
  await chooseOwner(page);
  await check(page);
  await expectNoSidewaysScroll(page);
  await apply(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Подробный отчёт' }).click();
  await expect(figure(page, 'новые')).toHaveText(String(GOODS));
  await expectNoSidewaysScroll(page);
  await page.goto('/catalog/edit/imports');
  await expect(page.getByRole('list', { name: 'История загрузок' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a workbook of several sheets is loaded in one go, each sheet by its own columns', async ({ page, signIn }) => {
  const series = mark();
  const goods = (name: string) =>
    Array.from({ length: 8 }, (_, at) => ({ article: `ДЛ${series}-${name}-${at}`, title: `Деталь ${at}` }));
  const book = await workbook([
    {
      name: 'Розница',
      rows: [
        ['Артикул', 'Наименование', 'Цена'],
        ...goods('Р').map(({ article, title }, at) => [article, title, 100 + at]),
      ],
    },
    {
      name: 'Опт',
      rows: [
        ['Наименование', 'Артикул', 'Остаток', 'Цена'],
        ...goods('О').map(({ article, title }, at) => [title, article, at, 50 + at]),
      ],
    },
    { name: 'Условия', rows: [['Доставка по будням'], ['Звоните']] },
  ]);
  const provider = await makeProvider(page.request);
  await signIn('/catalog/edit/upload');
  await page
    .getByLabel('Прайс', { exact: true })
    .setInputFiles({ name: 'прайс.xlsx', mimeType: 'application/octet-stream', buffer: book });

  // What is surely a price list is taken, the rest is not.
  const sheets = page.getByRole('group', { name: 'Листы файла' });
  await expect(sheets.getByRole('checkbox', { name: /«Розница»/ })).toBeChecked();
  await expect(sheets.getByRole('checkbox', { name: /«Опт»/ })).toBeChecked();
  await expect(sheets.getByRole('checkbox', { name: /«Условия»/ })).not.toBeChecked();
  await expect(sheets.getByText(/9.строк/).first()).toBeVisible();
  await expect(page.getByLabel('Столбец A, «Артикул»')).toHaveValue('article');

  // Each has columns of its own, which stay when another one is opened.
  await sheets.getByRole('button', { name: 'Открыть лист «Опт»' }).click();
  await expect(page.getByLabel('Столбец B, «Артикул»')).toHaveValue('article');
  await page.getByLabel('Столбец B, «Артикул»').selectOption('code');
  await sheets.getByRole('button', { name: 'Открыть лист «Розница»' }).click();
  await chooseOwner(page, provider);
  await page.getByRole('button', { name: 'Проверить', exact: true }).click();
  await expect(sheets.getByText(/так\sего\sне.прочитать/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sheets.getByRole('button', { name: 'Открыть лист «Опт»' }).click();
  await page.getByLabel('Столбец B, «Артикул»').selectOption('article');

  await check(page);
  await expect(figure(page, 'новые')).toHaveText('16');
  await expect(page.getByRole('row', { name: /Опт\s8\s0\s0/ })).toBeVisible();
  await expectAccessible(page);
  await apply(page);
  await expect(page.getByRole('row', { name: /Розница\s8\s0\s0/ })).toBeVisible();

  // Settings that are saved keep every sheet.
  await page.getByRole('button', { name: /Сохранить\sнастройки/ }).click();
  await page.getByRole('textbox', { name: 'Имя настроек' }).fill(`Листы ${series}`);
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText(`Настройки «Листы ${series}» сохранены.`)).toBeVisible();
});
