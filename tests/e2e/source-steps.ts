import type { Locator, Page } from '@playwright/test';
import { chooseIn } from './choices.ts';
import { expect } from './test.ts';

/** Three seconds of it the server waits whether a file still grows. */
export const LOOK = { timeout: 60_000 };

/** Opens the form of a new source and fills in whose price list it brings. */
export async function begin(page: Page, owner: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Новый источник' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новый источник' });
  await dialog.getByLabel('Название').fill(title);
  await chooseIn(dialog.getByLabel('Поставщик', { exact: true }), owner);
  await chooseIn(dialog.getByLabel('Бренд', { exact: true }), owner);
  return dialog;
}

export const add = (dialog: Locator) => dialog.getByRole('button', { name: 'Добавить', exact: true }).click();

/** The source of this title in the list. */
export const sourceOf = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Источники прайсов' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: title }) });

/** A price list that waits for a decision. */
export const stagedOf = (page: Page, file: string) =>
  page
    .getByRole('list', { name: 'Прайсы, которые ждут решения' })
    .getByRole('listitem')
    .filter({ has: page.getByText(file, { exact: true }) });

export const check = (page: Page, title: string) =>
  page.getByRole('button', { name: `Проверить сейчас: ${title}` }).click();

/** Has a source checked and waits for the end of it. */
export async function checkThrough(page: Page, title: string): Promise<void> {
  await check(page, title);
  await expect(sourceOf(page, title).getByText('проверяется')).toBeVisible();
  await expect(sourceOf(page, title).getByText('проверяется')).toBeHidden(LOOK);
}

/** What a source has brought, opened; the newest first. */
export async function cameFrom(page: Page, title: string): Promise<Locator> {
  const source = sourceOf(page, title);
  const list = source.getByRole('list', { name: `Что приходило: ${title}` });
  if (!(await list.isVisible())) await source.getByText('Что приходило').click();
  return list.locator(':scope > li');
}
