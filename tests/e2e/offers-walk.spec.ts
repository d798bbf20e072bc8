import { readFile } from 'node:fs/promises';
import XLSX from '@e965/xlsx';
import type { APIRequestContext } from '@playwright/test';
import { DEVICES } from './buyer-steps.ts';
import { findInMail } from './mails.ts';
import { mark } from './mark.ts';
import { asAdmin } from './settings-calls.ts';
import { expect, expectNoSidewaysScroll, test } from './test.ts';

const BRIDGE = '/api/bridge';
const NAME = 'Насос водяной КамАЗ';
const OFFERS = [
  [`${NAME}`, '8894,97', 3],
  [`${NAME} (ан.)`, '4100,50', 9],
  [`${NAME} (уценка: скол корпуса)`, '2500,00', 2],
  [`${NAME} восстановленный`, '3000,00', 4],
] as const;
const ORDINARY = /8\s894,97\s₽/;
const DISCOUNTED = /2\s500,00\s₽/;

/** One part of four suppliers, whose titles say what each of them sells. */
async function makeOffers(request: APIRequestContext): Promise<string> {
  const series = mark();
  const article = `${series.slice(0, 4)}-${series.slice(4, 11)}`;
  const calls = await asAdmin(request, BRIDGE);
  const { id: brandId } = await calls.send<{ id: number }>('POST', '/brands/', { title: `Бренд ${series}` });
  for (const [at, [title, price, amount]] of OFFERS.entries()) {
    const { id: providerId } = await calls.send<{ id: number }>('POST', '/providers/', { title: `${series} ${at}` });
    const buffer = Buffer.from(`${article};${title};${price};${amount};Ходовой завод\n`);
    const columns = { article: '1', title: '2', price: '3', amount: '4', manufacturer: '5' };
    const answer = await request.post(`${BRIDGE}/file/upload`, {
      headers: calls.headers,
      multipart: {
        ...{ brandId, providerId, addNewPositionMode: 'on', ...columns },
        file: { name: 'price.csv', mimeType: 'text/csv', buffer },
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return article;
}

for (const [device, viewport] of DEVICES) {
  test(`on ${device} a buyer of a part with ordinary, analogous, discounted and remanufactured offers gets what was chosen`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const article = await makeOffers(page.request);

    // By search: the name says nothing of one offer alone, and the price is of an ordinary one.
    const part = page.locator('.part').filter({ hasText: article });
    await expect(async () => {
      await page.goto(`/catalog?query=${article}`);
      await expect(part).toHaveCount(1, { timeout: 2_000 });
      await expect(part).toContainText('4 предложения', { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expect(part.locator('a.title')).toHaveText(NAME);
    await expect(part.locator('.offer').first()).toContainText(ORDINARY);
    await expect(part.locator('.offer').first().locator('.offer-mark')).toHaveCount(0);
    await expectNoSidewaysScroll(page);

    // By card: each offer beside its own mark.
    await part.locator('a.title').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME);
    const rows = page.locator('.card-offers tbody tr');
    await expect(rows).toHaveCount(OFFERS.length);
    const of = (price: RegExp) => rows.filter({ hasText: price });
    await expect(of(ORDINARY).locator('.offer-mark')).toHaveCount(0);
    await expect(of(/4\s100,50\s₽/).locator('.offer-mark')).toHaveText('аналог');
    await expect(of(DISCOUNTED).locator('.offer-mark')).toHaveText('уценка: скол корпуса');
    await expect(of(/3\s000,00\s₽/).locator('.offer-mark')).toHaveText('восстановленный');
    await expectNoSidewaysScroll(page);
    await of(DISCOUNTED)
      .getByRole('link', { name: /^В\sзаявку/ })
      .click();
    await expect(of(DISCOUNTED).getByRole('link', { name: /^В\sзаявке/ })).toBeVisible();

    // By list, and by its address on another device: an ordinary one, though others are cheaper.
    await page.goto('/catalog/list');
    await page.getByLabel('Список деталей').fill(`${NAME} ${article} 2 шт`);
    await page.getByRole('button', { name: 'Найти всё' }).click();
    const line = page.getByRole('table').locator('tbody tr').first();
    await expect(line).toContainText(ORDINARY);
    await expect(line).toContainText(/17\s789,94\s₽/);
    await expect(line.locator('.offer-mark')).toHaveCount(0);
    const shared = page.url();
    await page.goto('about:blank');
    await page.goto(shared);
    await expect(line).toContainText(ORDINARY);
    await line.getByRole('link', { name: /^В\sзаявку/ }).click();

    await page.goto('/catalog/request');
    const items = page.getByRole('table', { name: 'Позиции заявки' }).locator('tbody tr');
    await expect(items).toHaveCount(2);
    const item = (text: string | RegExp) => items.filter({ hasText: text });
    await expect(item('уценка: скол корпуса')).toContainText(DISCOUNTED);
    await expect(item(ORDINARY)).not.toContainText('уценка');
    await expect(item(ORDINARY).getByRole('textbox')).toHaveValue('2');
    await expect(page.getByText(/20\s289,94\s₽/).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Скачать .xlsx' }).click(),
    ]);
    const book = XLSX.read(await readFile(await download.path()));
    const lines = XLSX.utils.sheet_to_csv(book.Sheets[book.SheetNames[0] ?? ''] ?? {}).split('\n');
    expect(lines.filter((one) => one.includes(article))).toEqual([
      expect.stringMatching(/уценка.*2,500/),
      expect.not.stringMatching(/уценка|ан\.|восстановленный/),
    ]);

    const email = `buyer-${mark()}@example.test`;
    await page.getByLabel('Имя').fill('Анна Волкова');
    await page.getByLabel('Электронная почта').fill(email);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Отправить заявку' }).click();
    await expect(page.getByRole('heading', { name: /^Заявка\s№\s\d+\sотправлена/ })).toBeVisible();
    const mail = await findInMail(page.request, email, new RegExp(`[^]*${article}[^]*Итого[^\n]*`));
    expect(mail).toMatch(/\(уценка: скол корпуса\)[^\n]*1\s?шт[^\n]*2\s500,00/);
    expect(mail).toMatch(new RegExp(`${article} ${NAME} \\([^\\n]*2\\s?шт × 8\\s894,97`));
    expect(mail).toMatch(/Итого: 20\s289,94/);
  });
}
