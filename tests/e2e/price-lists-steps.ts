import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { chooseIn } from './choices.ts';
import { asAdmin } from './settings-calls.ts';
import { expect } from './test.ts';

const PROVIDER = 'Демо-склад «Тракт»';
const BRAND = 'КАМАЗ';

/** Chooses a file and waits until its layout was guessed. */
export async function choose(page: Page, file: string | Buffer, name = 'прайс.csv'): Promise<void> {
  await page
    .getByLabel('Прайс', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file as string) });
  await expect(page.getByRole('region', { name: /Первые\sстроки\sфайла/ })).toBeVisible();
}

/** A supplier of its own, whose presets no other test finds; answers its title. */
export async function makeProvider(request: APIRequestContext): Promise<string> {
  const title = `Поставщик ${randomUUID().slice(0, 8)}`;
  const calls = await asAdmin(request, '/api/bridge');
  await calls.send('POST', '/providers/', { title });
  return title;
}

/** Chooses whose list it is, among the demonstration data. */
export async function chooseOwner(page: Page, provider = PROVIDER): Promise<void> {
  await chooseIn(page.getByLabel('Поставщик', { exact: true }), provider);
  await chooseIn(page.getByLabel('Бренд', { exact: true }), BRAND);
}

/** A figure of the check or of a run. */
export const figure = (page: Page, name: string): Locator =>
  page.getByLabel('Итоги').getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');

/** Asks what the file would do, and waits for the answer. */
export async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Проверить', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Применить' })).toBeVisible();
}
