import { expect, type Locator, type Page } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { documentCheckPath } from '../../rules/documents/check.ts';
import { editDocument, makeDocument } from './documents.ts';
import { EVERYTHING, openOffice, openOfficeOfTwo } from './office.ts';
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
  await expect(heading(page)).toHaveText('На согласовании');
  await expect(page.getByRole('term').filter({ hasText: 'Тип документа' })).toBeVisible();
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
  await expect(heading(page)).toHaveText('Завершён');
  await expect(said(page)).toContainText(/Подписали:\s2\sиз\s2/);
  expect(await colourOf(heading(page))).toBe(await colour(page, '--ok'));
  for (const theme of ['light', 'dark'] as const) {
    await switchTheme(page, theme);
    await expectAccessible(page);
    await expectFits(page);
  }

  await boss.calls.send('DELETE', `/docflow/${made.id}`);
  await page.reload();
  await expect(heading(page)).toHaveText('Аннулирован');
  expect(await colourOf(heading(page))).toBe(await colour(page, '--bad'));
});

test('security 94: a PDF is compared with those given out, so that a sheet with a copied code is caught', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { office, boss, signer: signatory } = await openOfficeOfTwo(request, RIGHTS);
  const made = await makeDocument(office, boss, { title: `Договор ${office.mark}`, acceptors: [signatory] });
  await signatory.calls.send<Document>('PATCH', `/docflow/accepting/${made.id}`, {});
  const { headers } = boss.calls;
  const taken = await request.get(`/api/informator/docflow/${made.id}/package`, { headers });
  const genuine = await taken.body();
  const forged = Buffer.from(genuine);
  forged[forged.length - 30] = 0;

  await open(page, made, made.hash);
  await expect(heading(page)).toHaveText('Завершён');
  await expect(page.getByRole('listitem').filter({ hasText: 'Подписант' })).toContainText('подписано');
  const field = page.getByLabel('PDF, который вам прислали');
  const verdict = page.getByRole('main').getByRole('status').last();
  const choose = (name: string, buffer: Buffer) => field.setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await choose('договор.pdf', genuine);
  await expect(verdict).toHaveText(/^Этот\sфайл\sвыдан.*не\sменялся\.$/);
  await choose('подделка.pdf', forged);
  await expect(verdict).toHaveText(/^Этот\sфайл\sотсюда\sне\sвыдавали/);
  await choose('большой.pdf', Buffer.alloc(24 * 1024 * 1024, 1));
  await expect(page.getByText('большой.pdf')).toBeVisible();
  await expect(verdict).toHaveText(/^Этот\sфайл\sотсюда\sне\sвыдавали/);
  for (const theme of ['light', 'dark'] as const) {
    await switchTheme(page, theme);
    await expectAccessible(page);
    await expectFits(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);

  // Without the server nothing is said about the file.
  await page.route('**/docflow/check/**', (route) => route.abort());
  await choose('договор.pdf', genuine);
  await expect(verdict).toHaveText(/^Не\sудалось\sсравнить/);
});
