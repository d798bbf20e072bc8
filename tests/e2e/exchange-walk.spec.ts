import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import XLSX from '@e965/xlsx';
import { expect as briskly, type Page } from '@playwright/test';
import { encodeAs } from '../support/encodings.ts';
import { writeZip } from '../support/workbooks.ts';
import type { ClockedShop } from './clocked-shop.ts';
import { beginExchange } from './exchange-client.ts';
import { comeIn } from './office.ts';
import { figure } from './price-lists-steps.ts';
import { DATABASES, startShopOver } from './shops.ts';
import { expectFits, test } from './test.ts';

// A server and a browser of its own run beside other tests: nothing here fails because the machine is busy.
test.describe.configure({ timeout: 600_000 });
test.use({ actionTimeout: 60_000 });
const expect = briskly.configure({ timeout: 60_000 });

const LOGIN = '1c';
const PASSWORD = 'пароль обмена для 1С';
const GOODS = 768;
const UNCHANGED = /^success\n.*без изменений 768/;

const SOLD = { id: '259130', title: 'Отпускные' };
const BOUGHT = { id: '1', title: 'Закупочные' };
const WAREHOUSES = ['75540', '75567', '75565'];

const NAMES = [
  'Маска тканевая',
  'Крем для рук',
  'Шампунь «Свежесть»',
  'Тушь Eye &amp; Lash',
  'Пакет подарочный, 22 × 25 см',
];
const MAKERS = ['Branch', 'Mizon', 'Лотос', 'SKIN&amp;CO', 'Чистая линия'];

/** Goods as a shop of cosmetics exports them: most without an article, blanks doubled in titles, a few without a price. */
const GOODS_SENT = Array.from({ length: GOODS }, (_, at) => ({
  id: String(76_000 + at * 37),
  article: at % 18 < 5 ? `АН${at}` : '',
  title: `${MAKERS[at % MAKERS.length]} ${NAMES[at % NAMES.length]}${at % 7 === 0 ? '  ' : ' '}№ ${at + 1}, ${(at % 9) * 10 + 5} мл`,
  price: at % 64 === 63 ? 0 : 45 + ((at * 131) % 4900),
  stock: WAREHOUSES.map((_, place) => (at * (place + 3)) % 5),
}));

const document1C = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>
<КоммерческаяИнформация ВерсияСхемы="2.08" ДатаФормирования="2026-02-24T16:51:51+03:00">${inside}</КоммерческаяИнформация>`;
const UNIT = '<БазоваяЕдиница Код="796" НаименованиеПолное="Штука" МеждународноеСокращение="PCE"/>';

const exportedGoods = (): string =>
  document1C(`<Классификатор><Ид>1</Ид><Наименование>Каталог товаров</Наименование></Классификатор>
<Каталог СодержитТолькоИзменения="false"><Ид>1</Ид><ИдКлассификатора>1</ИдКлассификатора><Товары>
${GOODS_SENT.map(
  ({ id, article, title }) => `<Товар><Ид>${id}</Ид><Наименование>${title}</Наименование>${UNIT}
  <Артикул>${article}</Артикул><Группы><Ид>1</Ид></Группы></Товар>`,
).join('\n')}
</Товары></Каталог>`);

const priceTag = (price: number): string =>
  `<Цена><Представление>${price} RUR за шт.</Представление><ИдТипаЦены>${SOLD.id}</ИдТипаЦены>
  <ЦенаЗаЕдиницу>${price}</ЦенаЗаЕдиницу><Валюта>RUR</Валюта><Единица>шт.</Единица><Коэффициент>1</Коэффициент></Цена>`;

const exportedOffers = (): string =>
  document1C(`<ПакетПредложений СодержитТолькоИзменения="false"><Ид>1#</Ид><ИдКаталога>1</ИдКаталога>
<ТипыЦен><ТипЦены><Ид>${SOLD.id}</Ид><Наименование>${SOLD.title}</Наименование><Валюта>RUR</Валюта></ТипЦены></ТипыЦен>
<Склады>${WAREHOUSES.map((id) => `<Склад><Ид>${id}</Ид><Наименование>Склад ${id}</Наименование></Склад>`).join('')}</Склады>
<Предложения>
${GOODS_SENT.map(
  ({ id, article, title, price, stock }) => `<Предложение><Ид>${id}</Ид><Артикул>${article}</Артикул>
  <Наименование>${title}</Наименование>${UNIT}<Цены>${priceTag(price)}</Цены>
  ${stock.map((amount, place) => `<Склад ИдСклада="${WAREHOUSES[place]}" КоличествоНаСкладе="${amount}"/>`).join('')}
  <Количество>${stock.reduce((sum, amount) => sum + amount, 0)}</Количество></Предложение>`,
).join('\n')}
</Предложения></ПакетПредложений>`);

const BOUGHT_PRICE = 7;

/** The offers with another kind of prices before their own. */
const withBoughtKind = (offers: string): string =>
  offers
    .replace(
      '<ТипыЦен>',
      `<ТипыЦен><ТипЦены><Ид>${BOUGHT.id}</Ид><Наименование>${BOUGHT.title}</Наименование><Валюта>RUR</Валюта></ТипЦены>`,
    )
    .replaceAll(
      '<Цены>',
      `<Цены><Цена><ИдТипаЦены>${BOUGHT.id}</ИдТипаЦены><ЦенаЗаЕдиницу>${BOUGHT_PRICE}</ЦенаЗаЕдиницу><Валюта>RUR</Валюта></Цена>`,
    );

const OFFER = /<Предложение>.*?<\/Предложение>/gsu;
const offersOf = (xml: string): string[] => xml.match(OFFER) ?? [];
const textIn = (xml: string, name: string): string => new RegExp(`<${name}>(.*?)</${name}>`, 'su').exec(xml)?.[1] ?? '';

/** Only some of the offers, as changes since the last exchange. */
const changesOf = (offers: string, some: readonly string[]): string => {
  const [first = ''] = offersOf(offers);
  const begin = offers.slice(0, offers.indexOf(first));
  return `${begin.replace('СодержитТолькоИзменения="false"', 'СодержитТолькоИзменения="true"')}${some.join('\n')}
    </Предложения></ПакетПредложений></КоммерческаяИнформация>`;
};

const withPrice = (offer: string, price: string): string =>
  offer.replace(
    new RegExp(`(<ИдТипаЦены>${SOLD.id}</ИдТипаЦены>\\s*<ЦенаЗаЕдиницу>)[^<]*`, 'u'),
    (_, before: string) => `${before}${price}`,
  );

/** The file in an encoding that has no «×»: such letters are numbers there. */
const in1251 = (xml: string): Buffer =>
  encodeAs(
    'windows-1251',
    xml
      .replace('encoding="UTF-8"', 'encoding="windows-1251"')
      .replace(/[^\0-\x7fА-яЁё«»—–№]/gu, (letter) => `&#${letter.codePointAt(0)};`),
  );

/** The offer without its price of a kind. */
const withoutPrice = (offer: string, kind: string): string =>
  offer.replace(/<Цена>.*?<\/Цена>/gsu, (price) => (textIn(price, 'ИдТипаЦены') === kind ? '' : price));

/** All of its stock in one warehouse. */
const withStock = (offer: string, amount: string): string => {
  let left = amount;
  return offer.replace(/КоличествоНаСкладе="[^"]*"/gu, () => {
    const put = left;
    left = '0';
    return `КоличествоНаСкладе="${put}"`;
  });
};

/** A row of the catalogue: title, roubles, stock. */
type Row = readonly [title: string, price: number, stock: number];

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
const folded = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const sorted = (rows: readonly Row[]): string[] => rows.map((row) => row.join(' | ')).sort();

/** What the catalogue is to have after a whole exchange of these offers. */
function rowsOf(offers: string, kind: string): Row[] {
  return offersOf(offers).map((offer) => {
    const prices = offer.match(/<Цена>.*?<\/Цена>/gsu) ?? [];
    const price = prices.find((each) => textIn(each, 'ИдТипаЦены') === kind) ?? '';
    const stock = [...offer.matchAll(/КоличествоНаСкладе="([^"]*)"/gu)].map(([, amount]) =>
      Math.max(0, Number(amount)),
    );
    return [
      folded(unescaped(textIn(offer, 'Наименование'))),
      Number(textIn(price, 'ЦенаЗаЕдиницу')),
      stock.reduce((sum, amount) => sum + amount, 0),
    ];
  });
}

let shop: Pick<ClockedShop, 'origin' | 'open' | 'faults' | 'stop'> | undefined;
let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-walk-'));
});
test.afterEach(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

for (const database of DATABASES)
  test(`1C sends its goods whole, by kinds of prices, in parts, zipped, as changes and with faults, and pages say what came of it (${database})`, {
    tag: database === 'SQLite' ? [] : '@deep',
  }, async ({ browser }) => {
    const running = await startShopOver(database, browser, {
      EXCHANGE_LOGIN: LOGIN,
      EXCHANGE_PASSWORD: PASSWORD,
      EXCHANGE_PROVIDER: 'Свой склад',
      EXCHANGE_BRAND: 'Косметика',
    });
    shop = running;
    const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
    const page = await running.open();
    await comeIn(page, { email: E2E_ADMIN_EMAIL }, '/catalog/edit/sources', E2E_ADMIN_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Цены из 1С' })).toHaveCount(0);
    const buyer = await running.open();
    const goods = exportedGoods();
    const offers = withBoughtKind(exportedOffers());
    /** Sends files in an exchange of its own and imports them; the last answer. */
    const send = async (
      files: Readonly<Record<string, string | Buffer>>,
      partBytes?: number,
      imported = Object.keys(files),
    ): Promise<string> => {
      const exchange = await beginExchange(running.origin, LOGIN, PASSWORD);
      let said = '';
      for (const [name, content] of Object.entries(files)) await exchange.send(name, content, partBytes);
      for (const name of imported) said = await exchange.import(name);
      return said;
    };
    const sale = rowsOf(offers, SOLD.id);

    // Whole, the first time: the first kind of prices is taken, and asked about.
    expect(await send({ 'import.xml': goods, 'offers.xml': offers })).toMatch(
      /^success\n.*создано 768.*предложений — 768/,
    );
    await expectRun(page, { новые: GOODS });
    await expectCatalogue(buyer, rowsOf(offers, BOUGHT.id));
    await page.goto('/catalog/edit/sources');
    await expect(page.getByText(/В\s1С\sнесколько\sвидов\sцен/)).toBeVisible();
    await expectFits(page, [1280, 390]);
    await page.getByLabel('Вид цен').selectOption({ label: `${SOLD.title}, RUR` });
    await page.getByRole('button', { name: 'Продаём по этому виду' }).click();
    await expect(page.getByText(/Следующий\sобмен\sвозьмёт\sцены\sвида\s«Отпускные»/)).toBeVisible();
    await expectCatalogue(buyer, rowsOf(offers, BOUGHT.id));

    // Whole again, in parts: now the prices are those of the chosen kind.
    const dearer = sale.filter(([, price]) => price > BOUGHT_PRICE).length;
    const cheaper = sale.filter(([, price]) => price > 0 && price < BOUGHT_PRICE).length;
    const priceless = sale.filter(([, price]) => price === 0).length;
    expect(await send({ 'import.xml': goods, 'offers.xml': offers }, 50_000)).toMatch(/^success\n.*обновлено/);
    await expectRun(page, {
      'цена выше': dearer,
      'цена ниже': cheaper,
      'цена убрана': priceless,
      'без изменений': GOODS - dearer - cheaper - priceless,
    });
    await expect(page.getByText(/Проверьте\sвид\sцен\sи\sвыгрузку\sиз\s1С/)).toBeVisible();
    await expectCatalogue(buyer, sale);

    // The same twice, zipped, and in another encoding changes nothing.
    const zip = join(folder, 'v8.zip');
    await writeZip(zip, { 'import.xml': goods, 'offers.xml': offers });
    expect(await send({ 'v8.zip': await readFile(zip) }, 30_000, ['import.xml', 'offers.xml'])).toMatch(UNCHANGED);
    await expectRun(page, { 'без изменений': GOODS });
    expect(await send({ 'import.xml': in1251(goods), 'offers.xml': in1251(offers) })).toMatch(UNCHANGED);
    await expectRun(page, { 'без изменений': GOODS });
    await expectCatalogue(buyer, sale);

    // Changes alone: what they do not name stays.
    const sold = offersOf(offers).slice(0, 20);
    const changes = changesOf(
      offers,
      sold.map((offer, at) => withPrice(offer, at < 10 ? '9999' : String(sale[at]?.[1]))),
    );
    expect(await send({ 'offers.xml': changes })).toMatch(/^success\n.*обновлено 10.*предложений — 20/);
    await expectRun(page, { 'цена выше': 10, 'без изменений': 10 });
    const changed = sale.map(([title, price, stock], at): Row => [title, at < 10 ? 9999 : price, stock]);
    await expectCatalogue(buyer, changed);

    // Prices in dollars, prices of another kind alone, goods that no exchange has named: the answer and the page say so.
    const dollars = withPrice(sold[0] ?? '', '5').replaceAll('RUR', 'USD');
    expect(await send({ 'offers.xml': changesOf(offers, [dollars]) })).toMatch(
      /^failure\nЗагружено не всё: цен не в рублях \(не пересчитаны\) — 1, например «USD»/,
    );
    await expectRun(page, { 'без изменений': 1 });
    await expect(page.getByText(/Цен\sне\sв\sрублях.*1,\sнапример\s«USD»/)).toBeVisible();
    await expect(page.getByText(/Выберите|столбец/)).toHaveCount(0);
    await expect(page.getByText('Правила этой загрузки')).toHaveCount(0);
    const other = withStock(withoutPrice(sold[1] ?? '', SOLD.id), '4321');
    expect(await send({ 'offers.xml': changesOf(offers, [other]) })).toMatch(
      /^failure\nЗагружено не всё: в файле нет вида цен «Отпускные», есть: «Закупочные», «Отпускные»: цены не изменены/,
    );
    await expectRun(page, { 'остаток изменён': 1 });
    await expect(page.getByText(/нет\sвида\sцен\s«Отпускные»/)).toBeVisible();
    const unknown = (sold[2] ?? '').replace(/<Ид>\d+/u, '<Ид>none').replace(/<Наименование>[^<]*/u, '<Наименование>');
    expect(await send({ 'offers.xml': changesOf(offers, [unknown]) })).toMatch(
      /^failure\nЗагружено не всё: товаров без наименования не создано — 1/,
    );
    await expectRun(page, { пропущены: 1 });
    await expectCatalogue(
      buyer,
      changed.map(([title, price, stock], at): Row => [title, price, at === 1 ? 4321 : stock]),
    );
    await page.goto('/catalog/edit/imports');
    await expect(page.getByRole('list', { name: 'История загрузок' }).locator(':scope > li')).toHaveCount(8);
    expect(running.faults).toEqual([]);
  });

/** Opens the newest run from the history, and compares its figures; those that are not named are 0. */
async function expectRun(page: Page, figures: Readonly<Record<string, number>>): Promise<void> {
  await page.goto('/catalog/edit/imports');
  const runs = page.getByRole('list', { name: 'История загрузок' }).locator(':scope > li');
  await runs.first().getByRole('link').first().click();
  await expect(figure(page, 'новые')).toBeVisible();
  const terms = await page.getByLabel('Итоги').getByRole('term').allInnerTexts();
  const shown = await page.getByLabel('Итоги').getByRole('definition').allInnerTexts();
  const counts = terms.map(
    (name, at) => [name.replaceAll('\u00a0', ' '), Number(shown[at]?.replace(/\s/gu, ''))] as const,
  );
  expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual(
    Object.fromEntries(Object.entries(figures).filter(([, count]) => count > 0)),
  );
}

/** Demands that the price list that buyers download has exactly these goods. */
async function expectCatalogue(page: Page, expected: readonly Row[]): Promise<void> {
  await page.goto('/catalog/download/price');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText(/Скачать\sпрайс\sв.формате\sExcel/).click(),
  ]);
  const book = XLSX.read(await readFile(await download.path()));
  const [sheet] = Object.values(book.Sheets);
  const rows = sheet ? XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : [];
  const at = rows.findIndex((row) => row.includes('Наименование'));
  const header = (rows[at] ?? []).map(String);
  const column = (name: RegExp) => header.findIndex((text) => name.test(text));
  const [title, price, stock] = [column(/^Наименование/), column(/^Цена/), column(/^(?:Количество|Остаток)/)];
  const found = rows
    .slice(at + 1)
    .map((row): Row => [folded(String(row[title])), Number(row[price] ?? 0), Number(row[stock] ?? 0)]);
  expect(sorted(found)).toEqual(sorted(expected));
}
