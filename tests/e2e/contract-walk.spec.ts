import { readFile } from 'node:fs/promises';
import { expect as briskly, type Locator, type Page } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import { type ClockedShop, startClockedShop } from './clocked-shop.ts';
import { SAVE } from './documents.ts';
import { findInMail } from './mails.ts';
import { type Colleague, comeIn, EVERYTHING, type Office, openOffice } from './office.ts';
import { callsBy } from './settings-calls.ts';
import { expectNoSidewaysScroll, test } from './test.ts';

const DAY = 86_400_000;
const NAME = 'Договор № {{номер}} с {{контрагент}}';
const TITLE = 'Договор № 1 с ООО «Ромашка»';

// A second server and its browsers run beside other tests: nothing here fails because the machine is busy.
test.describe.configure({ timeout: 900_000 });
const expect = briskly.configure({ timeout: 90_000 });

let shop: ClockedShop;
test.beforeEach(async ({ browser }) => {
  shop = await startClockedShop(browser);
});
test.afterEach(async () => {
  await shop.stop();
  expect(shop.faults).toEqual([]);
});

test('a contract goes by a route of three steps from its template to its package: with a question, a refusal, a new version, a step that nobody decides in time and a director on leave', {
  tag: '@deep',
}, async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: shop.origin });
  const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
  const rights = { Автор: EVERYTHING, Юрист: EVERYTHING, Бухгалтер: EVERYTHING };
  const office = await openOffice(
    request,
    { ...rights, Читатель: [ACTIONS.acknowledge] },
    await callsBy(request, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD),
  );
  const author = await office.hire('Авторов', 'Автор');
  const lawyer = await office.hire('Юристова', 'Юрист');
  const accountant = await office.hire('Счетов', 'Бухгалтер');
  await office.hire('Налогова', 'Бухгалтер');
  const chief = await office.hire('Главбухов', 'Автор');
  const director = await office.hire('Директоров', 'Автор');
  const deputy = await office.hire('Заместителев', 'Автор');
  const readers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => office.hire(`Читателев${index}`, 'Читатель')),
  );
  await director.calls.send('PUT', '/user/substitute', {
    ...{ uid: deputy.uid, from: '2020-01-01', to: '2099-12-31' },
  });
  const { directing, task } = office;
  const enter = async (person: Pick<Colleague, 'email'>, to: string, on?: 'phone') => {
    const page = await shop.open(on);
    await comeIn(page, person, to);
    return page;
  };

  const admin = await shop.open();
  const screen = `/setting/edit/routes?directing=${directing.id}&task=${task.id}`;
  await comeIn(admin, { email: E2E_ADMIN_EMAIL }, screen, E2E_ADMIN_PASSWORD);
  await writeTemplate(admin, office, { director, chief });
  await admin.context().close();

  // The author finds the name filled in and the steps with people; whom it is with is asked for.
  const his = await enter(author, `/docflow/create/doc?directing=${directing.id}&task=${task.id}`);
  const id = await makeContract(his, readers);
  const block = his.getByRole('region', { name: 'Согласование' }).getByRole('heading', { level: 3 });

  // The lawyer asks before she signs; the author answers.
  const hers = await enter(lawyer, `/docflow/${id}`, 'phone');
  await hers.getByRole('button', { name: 'Спросить автора…' }).click();
  const talk = hers.getByRole('region', { name: 'Обсуждение' });
  await talk.getByLabel('Комментарий').fill('Кто платит за доставку?');
  await talk.getByRole('button', { name: 'Отправить' }).click();
  await expect(talk.getByText('Вопрос отправлен автору.')).toBeVisible();
  await expectNoSidewaysScroll(hers);
  await his.reload();
  const question = his.getByRole('region', { name: 'Обсуждение' }).getByRole('listitem');
  await question.getByRole('button', { name: 'Ответить' }).click();
  await question.getByLabel('Ответ автора').fill('Поставщик, пункт 4');
  await question.getByRole('button', { name: 'Отправить' }).click();
  await expect(his.getByText('Ответ отправлен.')).toBeVisible();
  await hers.reload();
  await expect(talk.getByText('Поставщик, пункт 4')).toBeVisible();
  await sign(hers, 'Подписать');
  await hers.context().close();

  // An accountant declines, and the author mends the document: it begins anew.
  const counting = await enter(accountant, '/docflow', 'phone');
  await counting.getByRole('region', { name: 'Ждут меня' }).getByRole('link', { name: TITLE }).click();
  await counting.getByRole('button', { name: 'Отклонить…' }).click();
  await counting.getByRole('dialog').getByLabel('Причина').fill('Нет сметы');
  await expectNoSidewaysScroll(counting);
  await counting.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click();
  await expect(counting.getByText(/«Нет\sсметы»/).first()).toBeVisible();
  await counting.context().close();
  await his.reload();
  await expect(block).toContainText([/пройден/, /отклонён/, /не\sпонадобился/]);
  await his.getByRole('link', { name: 'Редактировать' }).click();
  await his.getByRole('button', { name: 'Add an explanatory note' }).click();
  await his.getByRole('textbox', { name: 'Текст документа' }).fill('Со сметой');
  await his.getByRole('button', { name: SAVE }).click();
  await his.getByRole('button', { name: 'Сохранить новую версию' }).click();
  await expect(his.getByText('Версия 2', { exact: true })).toBeVisible();
  await expect(block).toContainText([/сейчас/, /позже/, /позже/]);
  await lawyer.calls.send('PATCH', `/docflow/accepting/${id}`, {});
  await his.context().close();

  // Both accountants let the days go by: the decision comes to the next in charge.
  await shop.pass(4 * DAY);
  await findInMail(request, chief.email, /не\sрешили\sв\sсрок/u);
  const chiefs = await enter(chief, '/docflow', 'phone');
  const waiting = chiefs.getByRole('region', { name: 'Ждут меня' });
  await expect(waiting).toContainText('просрочено');
  await expectNoSidewaysScroll(chiefs);
  await waiting.getByRole('link', { name: TITLE }).click();
  await sign(chiefs, `Подписать за сотрудника: ${accountant.name}`);
  await chiefs.context().close();

  // The director is on leave: the deputy signs. Then ten people read it.
  const theirs = await enter(deputy, `/docflow/${id}`, 'phone');
  await sign(theirs, `Подписать за сотрудника: ${director.name}`);
  await expect(theirs.getByRole('region', { name: 'Согласование' })).toContainText(
    new RegExp(`подпись:\\s${deputy.name}`),
  );
  await theirs.context().close();
  const [first, ...others] = readers as [Colleague, ...Colleague[]];
  const reading = await enter(first, `/docflow/${id}`, 'phone');
  await sign(reading, 'Ознакомиться');
  await reading.context().close();
  for (const { email } of others)
    await (await callsBy(request, email)).send('PATCH', `/docflow/recipienting/${id}`, {});

  // The package of it says where it can be checked without an account.
  const again = await enter(author, `/docflow/${id}`);
  await expect(again.getByText('Завершён')).toBeVisible();
  await expect(again.getByRole('region', { name: 'Согласование' }).getByRole('heading', { level: 3 })).toContainText([
    /пройден/,
    /пройден/,
    /пройден/,
  ]);
  await expect(again.getByText('не понадобилось')).toBeVisible();
  await again.getByRole('button', { name: 'История' }).click();
  await expect(again.getByRole('region', { name: 'История документа' })).toContainText('перешло');
  const stranger = await shop.open('phone');
  await stranger.goto(await checkAddressOf(again));
  const outcome = stranger.locator('[data-outcome]');
  await expect(outcome).toHaveAttribute('data-outcome', 'signed');
  await expect(outcome).toContainText(/Это\sдействующая\sверсия.*Подписали:\s3\sиз\s3.*№\s1.*Версия2,\sдействующая/s);
  await expectNoSidewaysScroll(stranger);

  // Another one after it begins with its words and people, has its own number and counterparty, and goes by the route.
  await again.getByRole('link', { name: 'Создать по образцу' }).click();
  await expect(again.getByLabel('Название документа')).toHaveValue(NAME);
  await expect(again.getByRole('textbox', { name: 'Текст документа' })).toHaveValue('Со сметой');
  await expect(again.getByRole('group', { name: 'Кто согласует' }).getByRole('listitem')).toHaveCount(3);
  await again.getByLabel('Контрагент').fill('ООО «Лютик»');
  await again.getByRole('button', { name: SAVE }).click();
  await expect(again.getByRole('heading', { level: 1, name: 'Договор № 2 с ООО «Лютик»' })).toBeVisible();
});

/** The administrator puts the steps together and saves them: lawyer, any of the accountants, director. */
async function writeTemplate(
  page: Page,
  { mark }: Office,
  { director, chief }: { readonly director: Colleague; readonly chief: Colleague },
): Promise<void> {
  await page.getByLabel('Название документа').fill(NAME);
  const steps = page.locator('.template-step');
  const pick = async (field: Locator, who: string) => {
    await field.getByRole('combobox').fill(who);
    await field.getByRole('option', { name: who }).click();
  };
  for (const [index, [title, who]] of [
    ['Директор', director.name],
    ['Юрист', `Юрист ${mark}`],
    ['Бухгалтерия', `Бухгалтер ${mark}`],
  ].entries()) {
    await page.getByRole('button', { name: 'Добавить шаг' }).click();
    const step = steps.nth(index);
    await step.getByLabel('Название шага').fill(title ?? '');
    await pick(step.getByRole('group', { name: 'Кто подписывает' }), who ?? '');
  }
  const bookkeeping = steps.nth(2);
  await bookkeeping.getByLabel('Сколько подписей нужно').selectOption('any');
  await bookkeeping.getByLabel('Срок, дней').fill('2');
  await pick(bookkeeping.getByRole('group', { name: 'Кто решит, если срок прошёл' }), chief.name);
  // The director is put behind the others, by the keyboard.
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: /^Ниже:\sШаг\s\d\.\sДиректор$/ }).focus();
    await page.keyboard.press('Enter');
  }
  await expect(steps.nth(2).getByRole('heading')).toHaveText('Шаг 3. Директор');
  await pick(page.getByRole('group', { name: 'Кто знакомится после согласования' }), `Читатель ${mark}`);
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText(/Сохранена\sверсия\s1/)).toBeVisible();
}

/** Fills in what the template leaves open; resolves to the id of the document. */
async function makeContract(page: Page, readers: readonly Colleague[]): Promise<number> {
  await expect(page.getByLabel('Название документа')).toHaveValue(NAME);
  const asked = page.getByRole('group', { name: 'Кто согласует' }).getByRole('listitem');
  await expect(asked).toContainText(['Шаг 1. Юрист', 'Шаг 2. Бухгалтерия', 'Шаг 3. Директор']);
  await expect(asked.nth(1)).toContainText('достаточно одного, срок 2 дня');
  for (const { name } of readers) await expect(page.getByText(name, { exact: true })).toBeVisible();
  const save = page.getByRole('button', { name: SAVE });
  await save.click();
  await expect(page.getByText('Укажите контрагента')).toBeVisible();
  await page.getByLabel('Контрагент').fill('ООО «Ромашка»');
  await save.click();
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

/** Presses a button of a decision, which then is gone; nor does the page grow wide while the decision travels. */
async function sign(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const seen = Promise.withResolvers<void>();
  await page.route(/\/docflow\/(?:accepting|recipienting)\//, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await button.click();
  // For another person the page asks first.
  const yes = page.getByRole('dialog').getByRole('button', { name, exact: true });
  const isAsked = name.includes('за сотрудника');
  if (isAsked) await yes.click();
  await expect(isAsked ? yes : button).toHaveAttribute('aria-busy', 'true');
  await expectNoSidewaysScroll(page);
  seen.resolve();
  await expect(button).toHaveCount(0);
  await expectNoSidewaysScroll(page);
}

/** Downloads the signed package; resolves to the address that it names for checking. */
async function checkAddressOf(page: Page): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^PDF\sс\sподписями$/ }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  const bytes = await readFile(await file.path(), 'latin1');
  expect(bytes.startsWith('%PDF-')).toBe(true);
  return /\/URI \((http[^)]+)\)/.exec(bytes)?.[1] ?? '';
}
