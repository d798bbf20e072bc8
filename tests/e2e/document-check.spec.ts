import { expect, type Locator, type Page } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { documentCheckPath } from '../../rules/documents/check.ts';
import { editDocument, makeDocument } from './documents.ts';
import { EVERYTHING, openOffice } from './office.ts';
import { expectAccessible, expectFits, switchTheme, test } from './test.ts';

const RIGHTS = { Начальник: EVERYTHING, Подписант: [ACTIONS.approve] };

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const said = (page: Page): Locator => page.getByRole('main').getByRole('status');
/** Of the heading: what it is worth has a colour of its own. */
const colourOf = (at: Locator) => at.evaluate((element) => getComputedStyle(element).color);
const colour = (page: Page, name: string) =>
  page.evaluate((variable) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${variable})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

const open = (page: Page, { id }: Document, hash: string) => page.goto(documentCheckPath(id, hash));

test('security 94: the page of a check says where the document stands, and is green only when all have signed', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const [first, second] = [await office.hire('Первый', 'Подписант'), await office.hire('Второй', 'Подписант')];
  const acceptors = [first, second];
  const decide = (who: typeof first, path: string, { id }: Document, body: object = {}) =>
    who.calls.send<Document>('PATCH', `/docflow/${path}/${id}`, body);
  const made = await makeDocument(office, boss, { title: `Договор ${office.mark}`, acceptors });

  await open(page, made, made.hash);
  await expect(heading(page)).toHaveText('На\u00a0согласовании');
  await expect(said(page)).toContainText(/Подписали:\s0\sиз\s2/);
  expect(await colourOf(heading(page))).not.toBe(await colour(page, '--ok'));

  await decide(first, 'accepting', made);
  await page.reload();
  await expect(said(page)).toContainText(/Подписали:\s1\sиз\s2/);
  await decide(second, 'declining', made, { reason: 'Не та сумма' });
  await page.reload();
  await expect(heading(page)).toHaveText('Отклонён');
  expect(await colourOf(heading(page))).toBe(await colour(page, '--bad'));

  const edited = await editDocument(boss, made, 'Сумма исправлена.');
  await page.reload();
  await expect(heading(page)).toHaveText('Прежняя версия');
  for (const signatory of acceptors) await decide(signatory, 'accepting', edited);
  await open(page, edited, edited.hash);
  await expect(heading(page)).toHaveText('Подписан');
  await expect(said(page)).toContainText(/Подписали:\s2\sиз\s2/);
  expect(await colourOf(heading(page))).toBe(await colour(page, '--ok'));
  for (const theme of ['light', 'dark'] as const) {
    await switchTheme(page, theme);
    await expectAccessible(page);
    await expectFits(page);
  }

  await boss.calls.send('DELETE', `/docflow/${made.id}`);
  await page.reload();
  await expect(heading(page)).toHaveText('Документ отменён');
  expect(await colourOf(heading(page))).toBe(await colour(page, '--bad'));
});
