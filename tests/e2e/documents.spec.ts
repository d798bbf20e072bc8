import { type Browser, expect, type Page } from '@playwright/test';
import type { Document, DocumentChange } from '../../contract/documents/documents.ts';
import { SAVE } from './documents.ts';
import { findInMail } from './mails.ts';
import { type Colleague, comeIn, EVERYTHING, openOffice } from './office.ts';
import { test } from './test.ts';

/** A new window without a signed-in user. */
async function windowOf(browser: Browser, person: Colleague): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await comeIn(page, person, '/docflow');
  return page;
}

const tile = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Списки документов' }).getByRole('link', { name });
const waits = async (page: Page, name: string, count: number) => {
  await page.goto('/docflow');
  await expect(tile(page, name)).toContainText(new RegExp(`${name}\\s*${count}(?:\\D|$)`));
};
const record = (page: Page) => page.getByRole('button', { name: SAVE });
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') });

/** Opens the one document of a tile from its card. */
async function openFrom(page: Page, name: string, title: string): Promise<void> {
  await waits(page, name, 1);
  await tile(page, name).click();
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

async function list(page: Page, field: string, people: readonly Colleague[]): Promise<void> {
  for (const person of people) {
    await page.getByRole('combobox', { name: field }).fill(person.name);
    await page.getByRole('option', { name: person.name }).click();
  }
}

test('three people play a contract from its draft to two signatures and three acknowledgements, with a refusal and a new version in between', {
  tag: '@deep',
}, async ({ browser, request }) => {
  test.setTimeout(240_000);
  const office = await openOffice(request, { Сотрудник: EVERYTHING });
  await office.admin.send('PATCH', `/task/${office.task.id}`, { ordered: true });
  const [author, lawyer, director] = [
    await office.hire('Авторов', 'Сотрудник'),
    await office.hire('Юристова', 'Сотрудник'),
    await office.hire('Директоров', 'Сотрудник'),
  ];
  const everybody = [author, lawyer, director];
  const draft = `Договор ${office.mark}`;
  const final = `Договор ${office.mark}, с правками`;

  // The author writes a draft, leaves it, comes back to it and sends it.
  const his = await windowOf(browser, author);
  await his.getByRole('link', { name: 'Create document' }).click();
  await his.getByRole('textbox', { name: 'Название документа' }).fill(draft);
  await list(his, 'Добавить подписанта', [lawyer, director]);
  await his.getByRole('link', { name: 'Документы' }).first().click();
  await his.getByRole('dialog').getByRole('button', { name: 'Уйти' }).click();
  await expect(his).toHaveURL(/\/docflow$/);
  await his.getByRole('link', { name: 'Create document' }).click();
  await his.getByRole('button', { name: 'Восстановить' }).click();
  await his.getByRole('button', { name: 'Add an explanatory note' }).click();
  await his.getByRole('textbox', { name: 'Текст документа' }).fill('Срок поставки **тридцать дней**');
  await list(his, 'Добавить получателя', everybody);
  await expect(his.getByText(/когда\sдокумент\sподпишут/)).toBeVisible();
  await his.getByLabel('Добавить файлы').setInputFiles(pdf('договор.pdf'));
  await record(his).click();
  await expect(his).toHaveURL(/\/docflow\/\d+$/);
  const address = new URL(his.url()).pathname;
  const present = () => author.calls.get<Document>(address);
  expect(await present()).toMatchObject({ num: 1, version: 1, state: 'pending' });

  // Recipients wait for the signatures; the lawyer signs, the director declines.
  const hers = await windowOf(browser, lawyer);
  await findInMail(request, lawyer.email, new RegExp(address));
  await waits(hers, 'For review', 0);
  await openFrom(hers, 'For approval', draft);
  await hers.getByRole('button', { name: 'Подписать', exact: true }).click();
  await expect(hers.getByText(/^Подписано:/)).toBeVisible();
  const chiefs = await windowOf(browser, director);
  await openFrom(chiefs, 'For approval', draft);
  await chiefs.getByRole('button', { name: 'Отклонить…' }).click();
  const reason = chiefs.getByRole('dialog', { name: 'Отклонить документ?' });
  await reason.getByRole('button', { name: 'Отклонить' }).click();
  await expect(reason.getByText(/что\sнужно\sисправить/)).toBeVisible();
  await reason.getByLabel('Причина').fill('Срок слишком велик');
  await reason.getByRole('button', { name: 'Отклонить' }).click();
  await expect(chiefs.getByText(/^Отклонено:/)).toBeVisible();
  expect(await present()).toMatchObject({ version: 1, state: 'declined' });

  // The author learns why and starts a new version: the lawyer's signature goes with the old one.
  await findInMail(request, author.email, /Срок\sслишком\sвелик/);
  await his.goto(address);
  await expect(his.getByText('«Срок слишком велик»')).toBeVisible();
  await his.getByRole('link', { name: 'Редактировать' }).click();
  await his.getByRole('textbox', { name: 'Название документа' }).fill(final);
  await his.getByRole('textbox', { name: 'Текст документа' }).fill('Срок поставки **десять дней**');
  await his.getByLabel('Добавить файлы').setInputFiles(pdf('договор, вторая редакция.pdf'));
  await record(his).click();
  const question = his.getByRole('dialog', { name: 'Начать новую версию?' });
  await expect(question).toContainText('отметки (2)');
  await question.getByRole('button', { name: 'Сохранить новую версию' }).click();
  await expect(his.getByRole('heading', { level: 1, name: final })).toBeVisible();
  await expect(his.getByText('Версия 2', { exact: true })).toBeVisible();
  expect(await present()).toMatchObject({ num: 1, version: 2, state: 'pending' });

  // Both sign the new version; only then the others are asked to read it, the author among them.
  await openFrom(hers, 'For approval', final);
  await hers.getByRole('button', { name: 'Подписать', exact: true }).click();
  await expect(hers.getByText(/^Подписано:/)).toBeVisible();
  await waits(hers, 'For review', 0);
  await openFrom(chiefs, 'For approval', final);
  await chiefs.getByRole('button', { name: 'Подписать', exact: true }).click();
  await expect(chiefs.getByText(/^Подписано:/)).toBeVisible();
  for (const page of [chiefs, hers, his]) {
    await openFrom(page, 'For review', final);
    await page.getByRole('button', { name: 'Ознакомиться', exact: true }).click();
    await expect(page.getByText(/^Ознакомление подтверждено:/)).toBeVisible();
    await waits(page, 'For review', 0);
    await waits(page, 'For approval', 0);
  }

  // It is done: two signatures and three acknowledgements by the listed people, and nothing forgotten.
  const done = await present();
  expect(done).toMatchObject({ num: 1, version: 2, state: 'done', title: final });
  const by = (entries: Document['acceptor']) => entries.map(({ uid, acceptedBy }) => [uid, acceptedBy?.uid]);
  expect(by(done.acceptor)).toEqual([lawyer, director].map(({ uid }) => [uid, uid]));
  expect(by(done.recipient)).toEqual(everybody.map(({ uid }) => [uid, uid]));
  await his.goto(address);
  await expect(his.getByText('Завершён').first()).toBeVisible();
  await his.getByRole('button', { name: 'История' }).click();
  await expect(his.getByText(/началась\sверсия\s2,\sподписи\sсняты/)).toBeVisible();
  await expect(his.getByText(/Причина:\s«Срок\sслишком\sвелик»/)).toBeVisible();
  const history = await author.calls.get<DocumentChange[]>(`${address}/history`);
  expect(history.map(({ event }) => event).toReversed()).toEqual([
    'created',
    'signed',
    'declined',
    'edited',
    'signed',
    'signed',
    'acknowledged',
    'acknowledged',
    'acknowledged',
  ]);
  for (const page of [his, hers, chiefs]) await page.context().close();
});
