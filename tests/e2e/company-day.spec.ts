import { expect as briskly, type Page } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { documentCheckPath } from '../../rules/documents/check.ts';
import { stateLabel } from '../../rules/documents/standing.ts';
import { type ClockedShop, startClockedShop } from './clocked-shop.ts';
import { putTemplate, stepOf } from './documents.ts';
import { type Colleague, comeIn, EVERYTHING, type Office, openOffice } from './office.ts';
import { callsBy } from './settings-calls.ts';
import { type Outcome, openStatements } from './statements.ts';
import { test } from './test.ts';

const TITLE = 'Договор № 1 с ООО «Ромашка»';
/** After it a decision is not undone any more, and its mails leave. */
const UNDO_MS = 11_000;

// A second server and its browsers run beside other tests: nothing here fails because the machine is busy.
test.describe.configure({ timeout: 1_500_000 });
const expect = briskly.configure({ timeout: 90_000 });

let shop: ClockedShop;
test.beforeEach(async ({ browser }) => {
  shop = await startClockedShop(browser);
});
test.afterEach(async () => {
  await shop.stop();
  expect(shop.faults).toEqual([]);
});

test('no place says of a contract more than happened, nor less: page, list, mails, package and journal agree after each act of a day', {
  tag: '@deep',
}, async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: shop.origin });
  const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
  const admin = await callsBy(request, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD);
  const sign = [ACTIONS.approve, ACTIONS.acknowledge];
  const rights = { Автор: EVERYTHING, Юрист: sign, Бухгалтер: sign, Директор: sign, Читатель: [ACTIONS.acknowledge] };
  const office = await openOffice(request, rights, admin);
  const author = await office.hire('Авторов', 'Автор');
  const lawyer = await office.hire('Юристова', 'Юрист');
  const heir = await office.hire('Преемникова', 'Юрист');
  const accountant = await office.hire('Счетов', 'Бухгалтер');
  const other = await office.hire('Налогова', 'Бухгалтер');
  const director = await office.hire('Директоров', 'Директор');
  const deputy = await office.hire('Заместителев', 'Директор');
  const reader = await office.hire('Читалова', 'Читатель');
  const slowReader = await office.hire('Медленов', 'Читатель');
  const people = [author, lawyer, heir, accountant, other, director, deputy, reader, slowReader];
  await director.calls.send('PUT', '/user/substitute', {
    ...{ uid: deputy.uid, from: '2020-01-01', to: '2099-12-31' },
  });
  await setRoute(office, { lawyer, director });
  const enter = async (person: Pick<Colleague, 'email'>, to: string, on?: 'phone') => {
    const page = await shop.open(on);
    await comeIn(page, person, to);
    return page;
  };
  const leave = (page: Page) => page.context().close();

  // The author makes the document: the form foretells whom it asks, and the page says whom the service has asked.
  const his = await enter(author, `/docflow/create/doc?directing=${office.directing.id}&task=${office.task.id}`);
  const id = await makeContract(his, lawyer);
  const journal = await shop.open();
  await comeIn(
    journal,
    { email: E2E_ADMIN_EMAIL },
    `/setting/edit/documents-journal?document=${id}`,
    E2E_ADMIN_PASSWORD,
  );
  const places = openStatements({ request, author, page: his, journal, admin, id, people });
  const { compare } = places;
  const settle = () => shop.pass(UNDO_MS);
  await settle();
  await compare({
    ...{ state: 'На согласовании (шаг 1 из 3)', event: 'created', by: author },
    says: [`Отправлен на согласование: ${lawyer.name}.`],
    mails: { [lawyer.name]: 'На согласование' },
    mailSays: { 'На согласование': [`Документ ждёт вашего согласования. Автор: ${author.name}.`] },
  });

  // The lawyer asks before she signs: a question is no return, and the document waits for her as before.
  const hers = await enter(lawyer, `/docflow/${id}`, 'phone');
  await hers.getByRole('button', { name: 'Спросить автора…' }).click();
  const talk = hers.getByRole('region', { name: 'Обсуждение' });
  await talk.getByLabel('Комментарий').fill('Кто платит за доставку?');
  await talk.getByRole('button', { name: 'Отправить' }).click();
  await expect(talk.getByText('Вопрос отправлен автору.')).toBeVisible();
  await settle();
  await compare({
    ...{ state: 'На согласовании (шаг 1 из 3)', event: 'question asked', by: lawyer },
    mails: { [author.name]: 'Вопрос автору' },
    mailSays: { 'Вопрос автору': [`Спрашивает: ${lawyer.name}.`, '«Кто платит за доставку?»'] },
  });
  const { comments } = await author.calls.get<{ comments: { id: number }[] }>(`/docflow/${id}/comment`);
  await author.calls.send('POST', `/docflow/${id}/comment`, {
    ...{ kind: 'answer', answers: comments[0]?.id, text: 'Поставщик, пункт 4' },
  });
  await settle();
  await compare({
    ...{ state: 'На согласовании (шаг 1 из 3)', event: 'question answered', by: author },
    mails: { [lawyer.name]: 'Ответ на вопрос' },
    mailSays: { 'Ответ на вопрос': [`Отвечает: ${author.name}.`, '«Поставщик, пункт 4»'] },
  });
  await hers.reload();
  await hers.getByRole('button', { name: 'Подписать', exact: true }).click();
  await expectBanner(hers, 'Подписано', places.document);
  await leave(hers);
  await settle();
  await compare({
    ...{ state: 'На согласовании (шаг 2 из 3)', event: 'signed', by: lawyer },
    says: [`Отправлен на согласование: ${accountant.name}, ${other.name}.`],
    mails: { [accountant.name]: 'На согласование', [other.name]: 'На согласование', [author.name]: 'Подписано' },
    mailSays: { Подписано: [`Документ подписан: ${lawyer.name}, `, 'Шаг 1 из 3 «Юрист».'] },
  });

  // An accountant declines: no one is asked any more.
  const counting = await enter(accountant, `/docflow/${id}`, 'phone');
  await counting.getByRole('button', { name: 'Отклонить…' }).click();
  await counting.getByRole('dialog').getByLabel('Причина').fill('Нет сметы');
  await counting.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click();
  await expectBanner(counting, 'Отклонено', places.document);
  await leave(counting);
  await settle();
  const declined = await compare({
    ...{ state: 'Отклонён', event: 'declined', by: accountant },
    says: ['Причина: Нет сметы'],
    mails: { [author.name]: 'Отклонено' },
    mailSays: { Отклонено: [`Документ отклонён: ${accountant.name}, `, 'Шаг 2 из 3 «Бухгалтерия».', 'Нет сметы'] },
  });
  expect(sparedIn(declined)).toEqual([director.name, other.name, reader.name, slowReader.name].sort());

  // The author mends it: a new version begins at the first step.
  await his.goto(`/docflow/edit/doc/${id}`);
  await his.getByRole('button', { name: 'Add an explanatory note' }).click();
  await his.getByRole('textbox', { name: 'Текст документа' }).fill('Со сметой');
  await his.getByRole('button', { name: 'Отправить на согласование' }).click();
  await his
    .getByRole('dialog')
    .getByRole('button', { name: /новую версию/ })
    .click();
  await expect(his.getByText('Версия 2', { exact: true })).toBeVisible();
  await settle();
  const second = await compare({
    ...{ state: 'На согласовании (шаг 1 из 3)', event: 'edited', by: author },
    says: ['Новая версия 2: прежние решения сняты.', `Отправлен на согласование: ${lawyer.name}.`],
    mails: { [lawyer.name]: 'Новая версия', [accountant.name]: 'Новая версия' },
    mailSays: { 'Новая версия': [`Документ изменён, прежние решения сняты. Автор изменения: ${author.name}.`] },
  });
  expect(second.version).toBe(2);

  // The lawyer is dismissed, and what hangs on her passes to a colleague in one go.
  const staff = await shop.open();
  await comeIn(
    staff,
    { email: E2E_ADMIN_EMAIL },
    `/setting/edit/people?search=${encodeURIComponent(lawyer.email)}`,
    E2E_ADMIN_PASSWORD,
  );
  await staff.getByRole('link', { name: `Всё о сотруднике: ${lawyer.name}` }).click();
  await expect(staff.getByText(/1.документ\sждёт\sрешения/)).toBeVisible();
  await staff.getByRole('button', { name: `Отключить: ${lawyer.email}` }).click();
  const dismissal = staff.getByRole('dialog', { name: `Отключить: ${lawyer.name}` });
  await dismissal.getByRole('combobox', { name: 'Кому передать' }).fill(heir.name);
  await dismissal.getByRole('option', { name: new RegExp(heir.name) }).click();
  await dismissal.getByRole('button', { name: 'Отключить и передать' }).click();
  const passed = staff.getByRole('dialog', { name: 'Что передано' });
  await expect(passed).toContainText(`${lawyer.name}: учётная запись отключена.`);
  await expect(passed).toContainText(`${heir.name}: передано: 1 документ, 1 маршрут`);
  await leave(staff);
  await settle();
  const ties = await admin.get<{ documentCount: number; templateCount: number }>(`/people/${lawyer.email}/ties`);
  expect([ties.documentCount, ties.templateCount]).toEqual([0, 0]);
  const handed = await compare({
    ...{ state: 'На согласовании (шаг 1 из 3)', event: 'handed over', by: null },
    says: [`Отправлен на согласование: ${heir.name}.`, `Убраны из списка: ${lawyer.name}.`],
    mails: { [heir.name]: 'На согласование' },
  });
  expect(handed.acceptor.map(({ name }) => name)).not.toContain(lawyer.name);

  // One accountant of two is enough; the director is away, and the deputy is asked besides.
  await heir.calls.send('PATCH', `/docflow/accepting/${id}`, {});
  await settle();
  await compare({
    ...{ state: 'На согласовании (шаг 2 из 3)', event: 'signed', by: heir },
    mails: { [accountant.name]: 'На согласование', [other.name]: 'На согласование', [author.name]: 'Подписано' },
    mailSays: { Подписано: [`Документ подписан: ${heir.name}, `, 'Шаг 1 из 3 «Юрист».'] },
  });
  await other.calls.send('PATCH', `/docflow/accepting/${id}`, {});
  await settle();
  const halfway = await compare({
    ...{ state: 'На согласовании (шаг 3 из 3)', event: 'signed', by: other },
    says: [`Отправлен на согласование: ${director.name}.`, `Решения больше не ждут: ${accountant.name}.`],
    mails: { [director.name]: 'На согласование', [deputy.name]: 'На согласование', [author.name]: 'Подписано' },
    mailSays: { Подписано: [`Документ подписан: ${other.name}, `, 'Шаг 2 из 3 «Бухгалтерия».'] },
  });
  expect(sparedIn(halfway)).toEqual([accountant.name]);

  // The deputy signs, takes it back, and signs again.
  const theirs = await enter(deputy, `/docflow/${id}`);
  const signForHim = `Подписать за сотрудника: ${director.name}`;
  const signFor = theirs.getByRole('button', { name: signForHim, exact: true });
  await signFor.click();
  await theirs.getByRole('dialog').getByRole('button', { name: signForHim }).click();
  await expectBanner(theirs, `Подписано (за сотрудника: ${director.name})`, places.document);
  await settle();
  const signedFor = {
    ...{ state: 'Согласован, на ознакомлении', event: 'signed' as const, by: deputy },
    says: [`Замещает сотрудника: ${director.name}.`, `Отправлен на ознакомление: ${reader.name}, ${slowReader.name}.`],
    mails: { [reader.name]: 'На ознакомление', [slowReader.name]: 'На ознакомление', [author.name]: 'Согласован' },
    mailSays: {
      Согласован: [
        `Последняя подпись: ${deputy.name}, Директор ${office.mark} (замещает сотрудника: ${director.name}).`,
        'Шаг 3 из 3 «Директор».',
      ],
    },
  } satisfies Outcome;
  await compare(signedFor);
  await theirs.reload();
  await theirs.getByRole('button', { name: /^Отозвать подпись/ }).click();
  await theirs
    .getByRole('dialog', { name: 'Отозвать подпись?' })
    .getByRole('button', { name: 'Отозвать подпись' })
    .click();
  await expect(signFor).toBeVisible();
  await settle();
  await compare({
    ...{ state: 'На согласовании (шаг 3 из 3)', event: 'decision withdrawn', by: deputy },
    says: [`Была подпись: ${deputy.name} (за сотрудника: ${director.name}).`],
    mails: {
      [director.name]: 'На согласование',
      [author.name]: 'Решение отозвано',
      [reader.name]: 'Решение пока не нужно',
      [slowReader.name]: 'Решение пока не нужно',
    },
    mailSays: { 'Решение отозвано': [`Решение отозвано: ${deputy.name}.`, 'Шаг 3 из 3 «Директор».'] },
  });
  await theirs.reload();
  await signFor.click();
  await theirs.getByRole('dialog').getByRole('button', { name: signForHim }).click();
  await expectBanner(theirs, `Подписано (за сотрудника: ${director.name})`, places.document);
  await leave(theirs);
  await settle();
  await compare(signedFor);

  // The readers of the role are whom the document waits for, and the director's page counts no others.
  await his.goto('/docflow/late');
  const late = his.getByRole('list', { name: 'Кто задерживает' });
  await expect(late.getByRole('listitem')).toHaveCount(2);
  for (const { name } of [reader, slowReader])
    await expect(late.getByRole('listitem').filter({ hasText: name })).toContainText(/1.документ/);
  await his.getByRole('button', { name: 'Напомнить всем' }).click();
  await his.getByRole('dialog', { name: 'Напомнить всем?' }).getByRole('button', { name: 'Напомнить' }).click();
  // The mails of this shop are laid into a folder: a reminder would reach no one, and none is recorded.
  await expect(his.getByText(/^Почта\sне\sнастроена:/)).toBeVisible();
  await expect(his.getByText(/^Напоминаний\sне\sотправляем\.$/)).toBeVisible();
  await settle();
  await compare({ ...signedFor, mails: {}, mailSays: {} });

  const reading = await enter(reader, `/docflow/${id}`, 'phone');
  await reading.getByRole('button', { name: 'Ознакомиться', exact: true }).click();
  await expectBanner(reading, 'Ознакомление подтверждено', places.document);
  await leave(reading);
  await settle();
  await compare({
    ...{ state: 'Согласован, на ознакомлении', event: 'acknowledged', by: reader },
    mails: { [author.name]: 'Ознакомление' },
    mailSays: { Ознакомление: [`Ознакомление подтверждено: ${reader.name}, `] },
  });
  await slowReader.calls.send('PATCH', `/docflow/recipienting/${id}`, {});
  await settle();
  const done = await compare({
    ...{ state: 'Завершён', event: 'acknowledged', by: slowReader },
    mails: { [author.name]: 'Завершён' },
    mailSays: { Завершён: [`Последнее решение: ${slowReader.name}, `] },
  });
  await his.goto('/docflow/late');
  await expect(his.getByText('Документов, которые ждут чьего-либо решения, нет.')).toBeVisible();

  // The package is what was given out; a changed one is not, nor is a sheet of another hand with a copied code.
  const genuine = await places.packageOf();
  const altered = Buffer.from(genuine);
  altered[altered.length - 30] = 0;
  const address = documentCheckPath(id, done.hash);
  const forged = Buffer.from(`%PDF-1.4\n% Договор на другую сумму, /URI (${shop.origin}${address})\n%%EOF\n`);
  const passer = await shop.open('phone');
  await passer.goto(address);
  await expectChecked(passer, done, 'signed');
  await choose(passer, 'договор.pdf', genuine, /^Этот\sфайл\sвыдан.*и\sне\sменялся\.$/);
  await choose(passer, 'исправленный.pdf', altered, /^Этот\sфайл\sотсюда\sне\sвыдавали/);
  await choose(passer, 'подделка.pdf', forged, /^Этот\sфайл\sотсюда\sне\sвыдавали/);

  // Cancelled it stays, with its reason, in every place; and neither the page of the check nor an old package is green.
  await his.goto(`/docflow/${id}`);
  await his.getByRole('button', { name: 'Аннулировать' }).click();
  const question = his.getByRole('dialog', { name: 'Аннулировать документ?' });
  await question.getByLabel('Причина').fill('Сделка не состоялась');
  await question.getByRole('button', { name: 'Аннулировать' }).click();
  await expect(his.getByText(/^Документ\sаннулирован:/)).toContainText(/Причина: Сделка\sне\sсостоялась/);
  await settle();
  const cancelled = await compare({
    ...{ state: 'Аннулирован', event: 'cancelled', by: author },
    says: ['Причина: Сделка не состоялась'],
    mails: Object.fromEntries([heir, other, director, reader, slowReader].map(({ name }) => [name, 'Аннулирован'])),
    mailSays: { Аннулирован: [`Документ аннулирован: ${author.name}.`, 'Причина: Сделка не состоялась'] },
  });
  await passer.reload();
  await expectChecked(passer, cancelled, 'refused');
  await choose(passer, 'договор.pdf', genuine, /и\sне\sменялся\.\sНо\sчто\sс\sдокументом\sсегодня.*«Аннулирован»\.$/);
});

/** Three steps: the lawyer, either accountant, the director; then everyone with the role of a reader. */
async function setRoute(
  office: Office,
  { lawyer, director }: { readonly lawyer: Colleague; readonly director: Colleague },
): Promise<void> {
  const roles = await office.admin.get<{ id: number; title: string }[]>('/role/');
  const roleOf = (name: string) => roles.filter(({ title }) => title === `${name} ${office.mark}`).map(({ id }) => id);
  await putTemplate(office, {
    title: 'Договор № {{номер}} с {{контрагент}}',
    steps: [
      { ...stepOf(lawyer), title: 'Юрист' },
      { ...stepOf(), title: 'Бухгалтерия', mode: 'any', roles: roleOf('Бухгалтер') },
      { ...stepOf(director), title: 'Директор' },
    ],
    recipients: { people: [], roles: roleOf('Читатель') },
  });
}

/** Sends a new document off by its form; resolves to its id once the page names whom it asks. */
async function makeContract(page: Page, asked: Colleague): Promise<number> {
  await page.getByLabel('Контрагент').fill('ООО «Ромашка»');
  await expect(page.getByText(/^После\sотправки/)).toContainText(asked.name);
  await page.getByRole('button', { name: 'Отправить на согласование' }).click();
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await expect(page.getByText(/^Отправлено\sна\s(?:согласование|ознакомление):/)).toContainText(asked.name);
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

/** The banner after a decision says what the service answers of the document now. */
async function expectBanner(page: Page, done: string, answered: () => Promise<Document>): Promise<void> {
  const banner = page.getByText(new RegExp(`^${escaped(done)}: №`));
  await expect(banner).toBeVisible();
  const now = await answered();
  // A decline says the state itself.
  const stands = now.state === 'declined' ? '' : ` ${stateLabel(now)}.`;
  await expect(banner).toContainText(`«${now.title}».${stands}`);
}

const escaped = (text: string): string => RegExp.escape(text).replaceAll('\\x20', '\\s');

const sparedIn = ({ acceptor, recipient }: Document): string[] =>
  [...acceptor, ...recipient]
    .filter(({ isSpared }) => isSpared)
    .map(({ name }) => name)
    .sort();

/** The page of the check names the document, its state today and who has decided. */
async function expectChecked(page: Page, document: Document, outcome: 'signed' | 'refused'): Promise<void> {
  const verdict = page.locator('[data-outcome]');
  await expect(verdict).toHaveAttribute('data-outcome', outcome);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(stateLabel(document));
  await expect(verdict).toContainText(document.title);
  await expect(verdict).toContainText(document.hash);
  const decided = [...document.acceptor, ...document.recipient].filter(({ accept }) => accept);
  const rows = page.locator('section', { hasText: 'Кто принял решение' }).first().getByRole('listitem');
  await expect(rows).toHaveCount(decided.length);
  for (const { name, acceptedBy, uid } of decided) {
    await expect(rows.filter({ hasText: name })).toHaveCount(1);
    if (acceptedBy && acceptedBy.uid !== uid)
      await expect(rows.filter({ hasText: name })).toContainText(`решение заместителя: ${acceptedBy.name}`);
  }
}

async function choose(page: Page, name: string, buffer: Buffer, verdict: RegExp): Promise<void> {
  await page.getByLabel('PDF, который вам прислали').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByRole('main').getByRole('status').last()).toHaveText(verdict);
}
