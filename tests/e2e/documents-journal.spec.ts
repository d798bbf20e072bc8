import { expect, type Page } from '@playwright/test';
import type { Document } from '../../contract/documents/documents.ts';
import { makeDocument } from './documents.ts';
import { EVERYTHING, openOffice } from './office.ts';
import { expectFits, test } from './test.ts';

const PATH = '/setting/edit/documents-journal';
const entries = (page: Page) => page.getByRole('list', { name: 'Записи журнала документов' }).getByRole('listitem');
const filters = (page: Page) => page.getByRole('search', { name: 'Отбор записей' });

test('an administrator finds who was asked, who decided, and how a document ended, narrows that down and takes it as a file', async ({
  page,
  request,
  signIn,
}) => {
  const office = await openOffice(request, { Сотрудник: EVERYTHING });
  const author = await office.hire('Авторов', 'Сотрудник');
  const lawyer = await office.hire('Юристова', 'Сотрудник');
  const title = `Поставка фильтров ${office.mark}`;
  const draft = { title, acceptors: [lawyer], recipients: [author] };
  const { id, num } = await makeDocument(office, author, draft);
  await lawyer.calls.send('PATCH', `/docflow/declining/${id}`, { reason: 'Нет сметы' });
  await lawyer.calls.send('PATCH', `/docflow/withdrawing/${id}`, {});
  await author.calls.send<Document>('PATCH', `/docflow/cancelling/${id}`, { reason: 'Ошибка в сумме' });
  const binned = await makeDocument(office, author, { title: `Черновик ${office.mark}` });
  await author.calls.send('DELETE', `/docflow/${binned.id}`, {});

  await signIn(PATH);
  await expect(page.getByRole('heading', { level: 2, name: 'Журнал документов' })).toBeVisible();
  await filters(page).getByRole('searchbox', { name: 'номер или название' }).fill(title.toUpperCase());
  await filters(page).getByRole('button', { name: 'Найти' }).click();
  await expect(page).toHaveURL(/\?search=/);
  await expect(entries(page)).toHaveCount(4);
  const entry = (place: number) => entries(page).nth(place);
  await expect(entry(0)).toContainText('Аннулирован');
  await expect(entry(0)).toContainText('Причина: Ошибка в сумме');
  await expect(entry(1)).toContainText(`Было отклонение: ${lawyer.name}.`);
  await expect(entry(2)).toContainText('Причина: Нет сметы');
  await expect(entry(3)).toContainText(new RegExp(`Отправлен на\\s+согласование: ${lawyer.name}\\.`));
  const link = entry(3).getByRole('link', { name: new RegExp(`№\\s+${num} «${title}»`) });
  await expect(link).toHaveAttribute('href', `/docflow/${id}`);

  await page.getByLabel('Событие').selectOption('Решения: все');
  await expect(entries(page)).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Кто сделал или кого это касалось' }).fill(author.name);
  await filters(page).getByRole('button', { name: 'Найти' }).click();
  // The author was asked to read, spared by the decline, and is asked again.
  await expect(entries(page)).toHaveCount(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать .xlsx' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('documents-journal.xlsx');
  await expect(page.getByText('Файл скачан.')).toBeVisible();

  await page.getByLabel('С какого дня').fill('2099-01-01');
  await expect(page.getByText('Таких записей нет. Измените отбор.')).toBeVisible();
  await page.getByRole('button', { name: 'Сбросить отбор' }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await expect(page.getByRole('searchbox', { name: 'Кто сделал или кого это касалось' })).toHaveValue('');

  // What is in the bin has no page, but all of its entries.
  await filters(page).getByRole('searchbox', { name: 'номер или название' }).fill(`Черновик ${office.mark}`);
  await filters(page).getByRole('button', { name: 'Найти' }).click();
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).first()).toContainText('в корзине');
  await entries(page)
    .first()
    .getByRole('link', { name: `Все записи документа «Черновик ${office.mark}»` })
    .click();
  await expect(page).toHaveURL(new RegExp(`\\?document=${binned.id}$`));
  await expect(page.getByText('Показаны записи одного документа.')).toBeVisible();
  await expect(entries(page)).toHaveCount(2);
});

test('the journal of documents names rights that changed, is accessible and fits', async ({
  page,
  request,
  signIn,
}) => {
  const office = await openOffice(request, { Сотрудник: EVERYTHING });
  const author = await office.hire('Оченьдлиннофамильный-Подписантов', 'Сотрудник');
  await makeDocument(office, author, { title: `Дополнительноесоглашение${'о'.repeat(60)} ${office.mark}` });
  await signIn(`${PATH}?person=${encodeURIComponent(author.email)}`);
  const bound = entries(page).filter({ hasText: 'Изменена роль сотрудника' });
  await expect(bound).toContainText(author.email);
  await expect(bound).toContainText(`Теперь: «Сотрудник ${office.mark}».`);
  await expectFits(page, [1280, 390]);
});

test('a journal of documents that does not load says so and is asked for again', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/500.*docflow\/journal/);
  await page.route('**/api/informator/docflow/journal**', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal server error' } }),
  );
  await signIn(PATH);
  await expect(page.getByText('Журнал не загрузился.')).toBeVisible();
  await page.unroute('**/api/informator/docflow/journal**');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(entries(page).first()).toBeVisible();
});
