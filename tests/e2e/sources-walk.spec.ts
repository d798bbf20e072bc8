import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as briskly, type Page } from '@playwright/test';
import { type ImapServer, startImapServer } from '../support/imap-server.ts';
import { expectBought, type Seen } from './bought.ts';
import { chooseIn } from './choices.ts';
import type { ClockedShop } from './clocked-shop.ts';
import { comeIn } from './office.ts';
import { check as checkUpload, choose, figure } from './price-lists-steps.ts';
import { callsBy } from './settings-calls.ts';
import { DATABASES, startShopOver } from './shops.ts';
import { add, begin, cameFrom, checkThrough, sourceOf, stagedOf } from './source-steps.ts';
import { test } from './test.ts';

// A server and a browser of its own run beside other tests: nothing here fails because the machine is busy.
test.describe.configure({ timeout: 600_000 });
test.use({ actionTimeout: 60_000 });
const expect = briskly.configure({ timeout: 60_000 });

const GOODS = 12;
const DAY = 86_400_000;
const SENDER = 'price@supplier.example';
const MAIL_PASSWORD = 'слово для почты';

/** What a price list says of goods, by their articles. */
interface List {
  readonly word: string;
  readonly rows: readonly (readonly [article: string, price: string, stock: string])[];
}

/** Goods of a series whose prices and stock differ from row to row. */
const listOf = (word: string, price: number, stock: number): List => ({
  word,
  rows: Array.from({ length: GOODS }, (_, at) => [
    `${word.slice(0, 3).toUpperCase()}-${at + 101}`,
    `${price + at},50`,
    String(stock + at),
  ]),
});

const textOf = ({ word, rows }: List): string =>
  [
    'Артикул;Наименование;Цена;Остаток',
    ...rows.map(([article, price, stock]) => `${article};${word} передний ${article};${price};${stock}`),
  ].join('\r\n');

/** What a buyer is to see of a list. */
const seenOf = ({ rows }: List): Seen =>
  Object.fromEntries(
    rows.map(([article, price, stock]) => [article, [Number(price.replace(',', '.')), Number(stock)]]),
  );

/** A list of which these rows say something else. */
const changed = (list: List, rows: Readonly<Record<string, readonly [price: string, stock: string]>>): List => ({
  ...list,
  rows: list.rows.map(([article, ...rest]) => [article, ...(rows[article] ?? rest)]),
});

interface Places {
  readonly folder: string;
  /** Serves what it holds by now. */
  readonly site: { text: string; readonly port: number; readonly server: Server };
  readonly mails: ImapServer;
}

let places: Places;
let shop: Pick<ClockedShop, 'origin' | 'open' | 'faults' | 'stop'> | undefined;

test.beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-walk-'));
  const site = { text: '', port: 0 };
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.end(site.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  places = { folder, site: Object.assign(site, { port, server }), mails: await startImapServer('shop', MAIL_PASSWORD) };
});

test.afterEach(async () => {
  await shop?.stop();
  places.site.server.close();
  await places.mails.close();
  await rm(places.folder, { recursive: true, force: true });
});

/** Puts a file into the watched folder, as if it had been written so many days ago. */
async function put(name: string, list: List, daysAgo: number): Promise<void> {
  const path = join(places.folder, 'завод', name);
  await mkdir(join(places.folder, 'завод'), { recursive: true });
  await writeFile(path, textOf(list));
  const at = new Date(Date.now() - daysAgo * DAY);
  await utimes(path, at, at);
}

function send(name: string, list: List, daysAgo: number): void {
  const attachments = [{ name, content: Buffer.from(textOf(list)) }];
  places.mails.mails.push({
    ...{ uid: places.mails.mails.length + 1, from: SENDER, subject: 'Прайс', attachments },
    at: new Date(Date.now() - daysAgo * DAY),
  });
}

const PADS = 'Колодка';
const TYRES = 'Шина';
const BELTS = 'Ремень';
const PLUGS = 'Свеча';
const BEARINGS = 'Подшипник';

for (const database of DATABASES)
  test(`five lists of three sources wait while the catalogue changes, and each is decided by what it would do by then (${database})`, {
    tag: database === 'SQLite' ? [] : '@deep',
  }, async ({ browser, playwright }) => {
    const running = await startShopOver(database, browser, {
      IMPORT_DIR: places.folder,
      IMPORT_PRIVATE_ADDRESSES: 'on',
    });
    shop = running;
    await mkdir(join(places.folder, 'завод'));
    const request = await playwright.request.newContext({ baseURL: running.origin });
    const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
    const calls = await callsBy(request, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD);
    for (const title of ['Завод', 'Сайт', 'Почта'])
      for (const list of ['brands', 'providers']) await calls.send('POST', `/../bridge/${list}/`, { title });
    const page = await running.open();
    await comeIn(page, { email: E2E_ADMIN_EMAIL }, '/catalog/edit/sources', E2E_ADMIN_PASSWORD);
    await addSources(page);

    // What comes first is all new, and applied by itself.
    const first = {
      pads: listOf(PADS, 100, 1),
      tyres: listOf(TYRES, 5_000, 2),
      belts: listOf(BELTS, 300, 3),
      plugs: listOf(PLUGS, 40, 4),
    };
    await put('прайс март.csv', first.pads, 30);
    await put('шины март.csv', first.tyres, 30);
    await checkThrough(page, 'Завод');
    places.site.text = textOf(first.belts);
    await checkThrough(page, 'Сайт');
    send('Свечи завода.csv', first.plugs, 2);
    await checkThrough(page, 'Почта');
    for (const [title, count] of [
      ['Завод', 2],
      ['Сайт', 1],
      ['Почта', 1],
    ] as const) {
      const came = await cameFrom(page, title);
      await expect(came.getByText('загружен')).toHaveCount(count);
      await expect(came.getByText(/новые:.12/)).toHaveCount(count);
      await sourceOf(page, title).getByText('Что приходило').click();
    }
    await expect(page.getByText('Ничего не ждёт решения.')).toBeVisible();
    const buyer = await running.open();
    await expectBought(buyer, PADS, seenOf(first.pads));
    await expectBought(buyer, TYRES, seenOf(first.tyres));
    await expectBought(buyer, BELTS, seenOf(first.belts));
    await expectBought(buyer, PLUGS, seenOf(first.plugs));

    // Five that need a decision, each for a reason of its own; a sixth is replaced, a seventh comes too late.
    const next = {
      pads: listOf(PADS, 800, 21),
      tyres: listOf(TYRES, 400, 22),
      belts: listOf(BELTS, 1_800, 23),
      plugs: listOf(PLUGS, 44, 24),
      bearings: changed(
        listOf(BEARINGS, 700, 25),
        Object.fromEntries([1, 2, 3, 4].map((at) => [`ПОД-${100 + at}`, ['по согласованию сторон', '1']])),
      ),
    };
    await put('прайс апрель.csv', listOf(PADS, 700, 20), 3);
    await checkThrough(page, 'Завод');
    await expect(stagedOf(page, 'прайс апрель.csv').getByText(/больше\sчем\sв.3.раза/)).toBeVisible();
    await put('прайс май.csv', next.pads, 2);
    await put('шины апрель.csv', next.tyres, 2);
    await checkThrough(page, 'Завод');
    places.site.text = textOf(next.belts);
    await checkThrough(page, 'Сайт');
    send('Свечи завода.csv', next.plugs, 4);
    send('Подшипники.csv', next.bearings, 1);
    await checkThrough(page, 'Почта');
    await put('прайс апрель 2.csv', listOf(PADS, 750, 20), 3);
    await checkThrough(page, 'Завод');
    const waiting = page.getByRole('list', { name: 'Прайсы, которые ждут решения' }).locator(':scope > li');
    await expect(waiting).toHaveCount(5);
    await expect(
      page
        .getByRole('navigation')
        .getByText(/ждут\sвнимания:\s5/)
        .first(),
    ).toBeAttached();
    const isOlder = /Прайс\sот\s.*\sстарше\sуже\sзагруженного\s«Свечи\sзавода.csv»\sот\s/;
    const ofFactory = await cameFrom(page, 'Завод');
    await expect(ofFactory.filter({ hasText: 'прайс апрель.csv' })).toContainText(
      /Его место занял более новый прайс «прайс май.csv»/,
    );
    await expect(ofFactory.filter({ hasText: 'прайс апрель 2.csv' })).toContainText(
      /Решения уже ждёт более новый прайс «прайс май.csv»/,
    );
    await expect(stagedOf(page, 'Свечи завода.csv')).toContainText(isOlder);

    // Meanwhile prices change by hand, and by another import that brings what the site has sent.
    const second = await running.open();
    await comeIn(
      second,
      { email: E2E_ADMIN_EMAIL },
      '/catalog/edit/positions?query=%D0%9A%D0%9E%D0%9B',
      E2E_ADMIN_PASSWORD,
    );
    await setByHand(second, 'КОЛ-101', '800,50', '21');
    await second.goto('/catalog/edit/positions?query=%D0%A1%D0%92%D0%95');
    await setByHand(second, 'СВЕ-105', '48,50', '28');
    await upload(second, textOf(next.belts), 'Сайт');
    await expectBought(buyer, BELTS, seenOf(next.belts));

    // What has changed since its check is refused, counted anew and applied only then.
    await refuse(page, 'прайс май.csv');
    const pads = stagedOf(page, 'прайс май.csv');
    await expect(pads).toContainText(/Каталог изменился после проверки этого прайса/);
    await expect(pads).toContainText(/цена выше:\s11 · остаток\sизменён:\s11 · без\sизменений:\s1/);
    await expectBought(buyer, PADS, { ...seenOf(first.pads), 'КОЛ-101': [800.5, 21] });
    await apply(page, 'прайс май.csv', { isDoubtful: true });
    await expectBought(buyer, PADS, seenOf(next.pads));
    await expect(ofFactory.filter({ hasText: 'прайс май.csv' }).getByText('загружен', { exact: true })).toBeVisible();

    // An older list still says that it is older when its check is renewed, and after it was applied all the same.
    await refuse(page, 'Свечи завода.csv');
    await expect(stagedOf(page, 'Свечи завода.csv')).toContainText(isOlder);
    await expect(stagedOf(page, 'Свечи завода.csv')).toContainText(
      /цена выше:\s11 · остаток\sизменён:\s11 · без\sизменений:\s1/,
    );
    await apply(page, 'Свечи завода.csv', { isDoubtful: true });
    await expect(page.getByRole('status').filter({ hasText: 'Свечи завода.csv' })).toContainText(isOlder);
    await expectBought(buyer, PLUGS, seenOf(next.plugs));

    // What another import has done already is put aside.
    await refuse(page, 'прайс.csv');
    await expect(stagedOf(page, 'прайс.csv')).toContainText(/без\sизменений:\s12/);
    await stagedOf(page, 'прайс.csv')
      .getByRole('button', { name: /^Отклонить/ })
      .click();
    await page.getByRole('dialog', { name: 'Отклонить прайс?' }).getByRole('button', { name: 'Отклонить' }).click();
    await expect(page.getByText('Прайс «прайс.csv» отклонён.')).toBeVisible();
    const ofSite = await cameFrom(page, 'Сайт');
    await expect(ofSite.first()).toContainText(/не\sзагружен\s*Решение: не\sприменять/);

    // Nothing has changed for the other two. One of them is taken back where its doubts are shown.
    await apply(page, 'Подшипники.csv', { isDoubtful: true });
    await expectBought(buyer, BEARINGS, {
      ...seenOf(next.bearings),
      ...Object.fromEntries([1, 2, 3, 4].map((at) => [`ПОД-${100 + at}`, [null, 1]])),
    });
    await apply(page, 'шины апрель.csv', { isDoubtful: true });
    await expectBought(buyer, TYRES, seenOf(next.tyres));
    const run = await page
      .getByRole('link', { name: /^Загрузка\s№/ })
      .first()
      .getAttribute('href');
    await page.getByRole('button', { name: 'Отменить загрузку' }).click();
    const undo = page.getByRole('dialog', { name: 'Отменить загрузку?' });
    await expect(undo.getByText(/12\sпозиций/).first()).toBeVisible();
    await undo.getByRole('button', { name: 'Отменить загрузку' }).click();
    await expect(page.getByText(/Загрузка\sотменена:\sвозвращено\s12/)).toBeVisible();
    await expect(ofFactory.filter({ hasText: 'шины апрель.csv' }).getByText(/отменён\sпотом/)).toBeVisible();
    await expect(page.getByText('Ничего не ждёт решения.')).toBeVisible();
    await expect(page.getByText(/ждут\sвнимания/)).toHaveCount(0);

    // The catalogue is that of the lists that hold, and the pages of the runs say what these did.
    await expectBought(buyer, PADS, seenOf(next.pads));
    await expectBought(buyer, TYRES, seenOf(first.tyres));
    await expectBought(buyer, BELTS, seenOf(next.belts));
    await expectBought(buyer, PLUGS, seenOf(next.plugs));
    const ofPlugs = await cameFrom(page, 'Почта');
    const path = await ofPlugs.filter({ hasText: 'Прайс от' }).getByRole('link').getAttribute('href');
    await second.goto(path ?? '');
    await expect(second.getByText(isOlder)).toBeVisible();
    await second.goto(run ?? '');
    await expect(second.getByText(/Итоги отменённой загрузки/)).toBeVisible();
    await expect(figure(second, 'цена ниже')).toHaveText('12');
    await second.goto('/catalog/edit/imports');
    // Four first lists, two corrections, another import, four of those that waited, an undo; and three that were refused.
    const history = second.getByRole('list', { name: 'История загрузок' }).locator(':scope > li');
    await expect(history).toHaveCount(15);
    await expect(history.filter({ hasText: /После проверки каталог изменился/ })).toHaveCount(3);
    expect(running.faults.filter((fault) => !/409.*import\/arrivals/.test(fault))).toEqual([]);
  });

async function addSources(page: Page): Promise<void> {
  const folder = await begin(page, 'Завод', 'Завод');
  await folder.getByLabel('Имя папки').fill('завод');
  await add(folder);
  const site = await begin(page, 'Сайт', 'Сайт');
  await site.getByLabel('Откуда приходят').selectOption({ label: 'с\u00a0адреса в\u00a0сети' });
  await site.getByLabel('Адрес файла').fill(`http://127.0.0.1:${places.site.port}/прайс.csv`);
  await add(site);
  const mail = await begin(page, 'Почта', 'Почта');
  await mail.getByLabel('Откуда приходят').selectOption({ label: 'на\u00a0почту' });
  await mail.getByLabel('Сервер почты (IMAP)').fill('127.0.0.1');
  await mail.getByLabel('Порт').fill(String(places.mails.port));
  await mail.getByLabel(/Шифровать/).uncheck();
  await mail.getByLabel('Имя почтового ящика').fill('shop');
  await mail.getByLabel('Пароль', { exact: true }).fill(MAIL_PASSWORD);
  await mail.getByLabel('От кого').fill(SENDER);
  await add(mail);
  await expect(sourceOf(page, 'Почта')).toBeVisible();
}

async function setByHand(page: Page, article: string, price: string, stock: string): Promise<void> {
  await page.getByRole('button', { name: `Изменить ${article}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Цена').fill(price);
  await dialog.getByLabel(/^Количество/).fill(stock);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Позиция сохранена.')).toBeVisible();
}

/** Uploads a list of a provider by the page, whatever it seems to be. */
async function upload(page: Page, text: string, owner: string): Promise<void> {
  await page.goto('/catalog/edit/upload');
  await choose(page, text);
  await chooseIn(page.getByLabel('Поставщик', { exact: true }), owner);
  await chooseIn(page.getByLabel('Бренд', { exact: true }), owner);
  await checkUpload(page);
  const isSure = page.getByRole('checkbox', { name: /всё\sравно\sхочу\sзагрузить/ });
  if (await isSure.isVisible()) await isSure.check();
  await page.getByRole('button', { name: 'Применить' }).click();
  await expect(page.getByRole('link', { name: 'Подробный отчёт' })).toBeVisible();
}

const askToApply = (page: Page, file: string) =>
  stagedOf(page, file)
    .getByRole('button', { name: /^Применить/ })
    .click();
const applying = (page: Page) => page.getByRole('dialog', { name: 'Применить прайс?' });

/** Applies a list that would do something else by now: it says so and waits on. */
async function refuse(page: Page, file: string): Promise<void> {
  await askToApply(page, file);
  const question = applying(page);
  await question.getByRole('button', { name: 'Применить' }).click();
  await expect(question.getByText(/После проверки каталог изменился/)).toBeVisible();
  await question.getByRole('button', { name: 'Отмена' }).click();
}

async function apply(page: Page, file: string, { isDoubtful }: { readonly isDoubtful: boolean }): Promise<void> {
  await askToApply(page, file);
  await applying(page).getByRole('button', { name: 'Применить' }).click();
  await expect(page.getByText(`Прайс «${file}» загружен.`)).toBeVisible();
  await expect(page.getByText('Применено с вашего подтверждения.')).toHaveCount(isDoubtful ? 1 : 0);
  await expect(page.getByRole('button', { name: 'Отменить загрузку' })).toHaveCount(isDoubtful ? 1 : 0);
  await expect(stagedOf(page, file)).toHaveCount(0);
}
