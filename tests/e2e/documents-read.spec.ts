import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { attach, editDocument, makeDocument, putTemplate, stepOf } from './documents.ts';
import { comeIn, EVERYTHING, openOffice, openOfficeOfTwo } from './office.ts';
import { withKeyboard } from './person.ts';
import { signOut } from './sign-in.ts';
import { chooseTexts, expectAccessible, expectFits, test } from './test.ts';

const RIGHTS = { Начальник: EVERYTHING, Подписант: [ACTIONS.approve], Читатель: [ACTIONS.acknowledge] };

const cards = (page: Page) => page.getByRole('list', { name: 'Документы', exact: true });
const card = (page: Page, title: string) =>
  cards(page)
    .locator(':scope > li')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });
const tile = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Списки документов' }).getByRole('link', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const approvers = (page: Page) => page.getByRole('region', { name: 'Согласование' });
const recipients = (page: Page) => page.getByRole('region', { name: 'Ознакомиться' });
const sign = (page: Page) => page.getByRole('button', { name: 'Подписать', exact: true });

// What a document says stands on its card; the table of the list has tests of its own.
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('documentList', 'cards')));

test('a signatory finds what waits for him by the tiles, signs it and sees the counters follow', async ({
  page,
  request,
}) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const title = `Договор ${office.mark}`;
  await makeDocument(office, boss, { title, description: 'Прошу **подписать**.', acceptors: [signer] });

  await comeIn(page, signer, '/docflow');
  await expect(heading(page)).toHaveText('Documents');
  await expect(page.getByRole('link', { name: 'Create document' })).toBeHidden();
  await expect(tile(page, 'For approval')).toContainText('1');
  await expect(tile(page, 'For review')).toContainText('0');
  const person = withKeyboard(page);
  await person.press(tile(page, 'For approval'));

  await expect(page).toHaveURL(/\/docflow\/list\/\?acceptor=0&limit=50$/);
  await expect(heading(page)).toHaveText('Documents: For approval');
  await expect(card(page, title)).toContainText('Signature required');
  await expect(card(page, title)).toContainText(/№\s1\sот\s\d\d\.\d\d\.\d{4}/);
  await expect(card(page, title)).toContainText(`${office.directing.title} / ${office.task.title}`);
  await expect(card(page, title).locator('b')).toHaveText('подписать');
  await person.press(page.getByRole('link', { name: title, exact: true }));

  await expect(heading(page)).toHaveText(title);
  await expect(approvers(page)).toContainText('Signature required');
  await person.press(sign(page));
  await expect(page.getByText(/^Подписано:/)).toBeVisible();
  await expect(sign(page)).toBeHidden();
  await expect(approvers(page)).toContainText('signed');
  await expect(approvers(page).getByTitle(`Номер учётной записи: ${signer.uid}`)).toBeVisible();

  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(tile(page, 'For approval')).toContainText('0');
  await tile(page, 'For approval').click();
  await expect(page.getByText('Подписывать нечего')).toBeVisible();
});

test('a document is acknowledged; a check stands for it', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const reader = await office.hire('Читатель', 'Читатель');
  const { id } = await makeDocument(office, boss, { title: `Приказ ${office.mark}`, recipients: [reader] });
  await comeIn(page, reader, `/docflow/${id}`);
  await expect(recipients(page)).toContainText('Acknowledgement required');
  await page.getByRole('button', { name: 'Ознакомиться', exact: true }).click();
  await expect(page.getByText(/^Ознакомление подтверждено:/)).toBeVisible();
  await expect(recipients(page)).toContainText('Ознакомлен');
  await expect(page.getByRole('button', { name: 'Ознакомиться', exact: true })).toBeHidden();
});

test('a decline needs a reason, which stands on the page and on the card', async ({ page, request }) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const title = `Счёт ${office.mark}`;
  const { id } = await makeDocument(office, boss, { title, acceptors: [signer] });
  await comeIn(page, signer, `/docflow/${id}`);
  await page.getByRole('button', { name: 'Отклонить…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Отклонить документ?' });
  await dialog.getByRole('button', { name: 'Отклонить' }).click();
  await expect(dialog.getByText('Напишите, что нужно исправить.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Причина').fill('Неверная сумма');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/^Отклонено:/)).toBeVisible();
  await expect(approvers(page)).toContainText('«Неверная сумма»');
  await expect(sign(page)).toBeHidden();
  await page.goto('/docflow/list/?limit=50');
  await expect(card(page, title)).toContainText('«Неверная сумма»');
  await expect(card(page, title)).toContainText('Отклонён');
});

test('what somebody changed meanwhile is shown instead of being signed unread', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/409/);
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const made = await makeDocument(office, boss, { title: `План ${office.mark}`, acceptors: [signer] });
  await comeIn(page, signer, `/docflow/${made.id}`);
  await expect(sign(page)).toBeVisible();
  await editDocument(boss, made, 'Совсем другое');
  await sign(page).click();
  await expect(page.getByText(new RegExp(`Документ изменён, пока страница была открыта: ${boss.name}`))).toBeVisible();
  await expect(page.getByText('Совсем другое')).toBeVisible();
  await expect(approvers(page)).toContainText('Signature required');
  await sign(page).click();
  await expect(approvers(page)).toContainText('signed');
});

test('who signed while a new version went back to an earlier step is told whose turn it is now', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/409/);
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const first = await office.hire('Первый', 'Подписант');
  await putTemplate(office, { steps: [stepOf(first), stepOf(signer)] });
  const made = await makeDocument(office, boss, { title: `Смета ${office.mark}` });
  await first.calls.send('PATCH', `/docflow/accepting/${made.id}`, {});
  await comeIn(page, signer, `/docflow/${made.id}`);
  await expect(sign(page)).toBeVisible();
  await editDocument(boss, made, 'Совсем другое');
  await sign(page).click();
  await expect(
    page.getByText(
      new RegExp(`Ваше.решение не.записано: теперь решает шаг.1: ${first.name}\\. Очередь дойдёт до.вас позже\\.`),
    ),
  ).toBeVisible();
  await expect(sign(page)).toHaveCount(0);
});

test('a right that was taken away while the page was open is told, and its button goes', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/403/);
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const { id } = await makeDocument(office, boss, { title: `Акт ${office.mark}`, acceptors: [signer] });
  await comeIn(page, signer, `/docflow/${id}`);
  await expect(sign(page)).toBeVisible();
  await office.grant('Подписант', [{ directing: office.directing, task: office.task, actions: [ACTIONS.acknowledge] }]);
  await sign(page).click();
  await expect(page.getByText(/больше\sнет\sправа/)).toBeVisible();
  await expect(sign(page)).toBeHidden();
});

test('a session that ended is renewed over the page', async ({ page, request, allowConsole }) => {
  allowConsole(/401/);
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const { id } = await makeDocument(office, boss, { title: `Смета ${office.mark}`, acceptors: [signer] });
  await comeIn(page, signer, `/docflow/${id}`);
  await expect(sign(page)).toBeVisible();
  await page.route('**/api/informator/docflow/accepting/**', (route) =>
    route.fulfill({ status: 401, json: { error: 'invalid access token' } }),
  );
  await page.route('**/api/mauth/refresh', (route) =>
    route.fulfill({ status: 401, json: { error: 'invalid refresh token' } }),
  );
  await sign(page).click();
  const again = page.getByRole('dialog');
  await expect(again).toBeVisible();
  await page.unroute('**/api/informator/docflow/accepting/**');
  await page.unroute('**/api/mauth/refresh');
  await again.getByLabel('Пароль', { exact: true }).fill('Длинный пароль 1');
  await again.getByRole('button', { name: 'Войти' }).click();
  await expect(again).toBeHidden();
  await sign(page).click();
  await expect(approvers(page)).toContainText('signed');
});

test('the author edits, reminds, reads the history with the marks of earlier versions, and deletes', async ({
  page,
  request,
}) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const title = `Регламент ${office.mark}`;
  const made = await makeDocument(office, boss, { title, description: 'Срок год', acceptors: [signer] });
  await signer.calls.send<Document>('PATCH', `/docflow/accepting/${made.id}`, {});
  await editDocument(boss, made, 'Срок два года');

  await comeIn(page, boss, '/docflow/list/?author=1&limit=50');
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByText('Версия 2')).toBeVisible();
  await page.getByRole('button', { name: 'Напомнить' }).click();
  await expect(page.getByText(/^Почта\sне\sнастроена:.*Напоминание\sне\sотправлено\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'История' }).click();
  const history = page.getByRole('region', { name: 'История документа' });
  await expect(history).toContainText('началась версия 2, подписи сняты');
  await expect(history).toContainText(new RegExp(`${signer.name}\\s— подпись`));
  await history.getByRole('button', { name: /^Отличия:\sИзменён/ }).click();
  await expect(history.locator('ins').first()).toContainText('два');
  await expectAccessible(page);

  // Its first version was signed: it is cancelled, and stays.
  await page.getByRole('button', { name: 'Аннулировать' }).click();
  const ending = page.getByRole('dialog', { name: 'Аннулировать документ?' });
  await ending.getByRole('button', { name: 'Аннулировать' }).click();
  await expect(ending.getByText('Напишите, почему документ больше не действует.')).toBeVisible();
  await ending.getByLabel('Причина').fill('Заменён новым');
  await ending.getByRole('button', { name: 'Аннулировать' }).click();
  await expect(page.getByText(/Документ аннулирован: .*Причина: Заменён новым/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Редактировать' })).toHaveCount(0);
  await page.goto('/docflow/list/?author=1&limit=50');
  await expect(card(page, title)).toHaveCount(0);

  const blank = await makeDocument(office, boss, { title: `Черновик ${office.mark}`, acceptors: [signer] });
  await page.reload();
  await page.getByRole('link', { name: blank.title, exact: true }).click();
  await page.getByRole('button', { name: 'Удалить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this document?' });
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await page.getByRole('button', { name: 'Удалить' }).click();
  await dialog.getByRole('button', { name: 'В корзину', exact: true }).click();
  await expect(page).toHaveURL(/\/docflow\/list\/\?author=1/);
  await expect(page.getByText(new RegExp(`Документ «${blank.title}» в.корзине`))).toBeVisible();
  await expect(card(page, blank.title)).toHaveCount(0);
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(page.getByText(`Документ «${blank.title}» возвращён.`)).toBeVisible();
});

test('a long document keeps its buttons in sight, breaks no name and leads to its history', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const signer = await office.hire('Константинопольская Александра', 'Подписант');
  const { id } = await makeDocument(office, boss, {
    title: `Порядок приёмки ${office.mark}`,
    description: 'Покупатель принимает детали по количеству и качеству.\n\n'.repeat(80),
    acceptors: [signer],
  });
  await comeIn(page, signer, `/docflow/${id}`);
  await expect(sign(page)).toBeInViewport();
  const lines = await approvers(page)
    .getByText(signer.name, { exact: true })
    .evaluate((element) => {
      const word = document.createRange();
      word.setStart(element.firstChild as Text, 0);
      word.setEnd(element.firstChild as Text, 'Константинопольская'.length);
      return word.getClientRects().length;
    });
  expect(lines).toBe(1);
  const heading = page.getByRole('heading', { name: 'История документа' });
  await page.getByRole('button', { name: 'История' }).click();
  await expect(heading).toBeInViewport();

  await signOut(page);
  await comeIn(page, boss, `/docflow/${id}`);
  const edit = page.getByRole('link', { name: 'Редактировать' });
  await expect(edit).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(edit).toBeHidden();
  await expect(page.getByRole('button', { name: 'Удалить' })).toBeHidden();
});

test('a failed deletion leaves the document where it is, with the reason', async ({ page, request, allowConsole }) => {
  allowConsole(/500/);
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const { id } = await makeDocument(office, boss, { title: `Вечный ${office.mark}` });
  await comeIn(page, boss, `/docflow/${id}`);
  await page.route(`**/api/informator/docflow/${id}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: { error: 'x' } }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'В корзину', exact: true }).click();
  await expect(page.getByText('Документ не удалён.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/docflow/${id}$`));
});

test('the step back from a document leads to its card', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const title = `Первый ${office.mark}`;
  await makeDocument(office, boss, { title });
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
    await makeDocument(office, boss, { title: `${number} ${office.mark}` });
  await comeIn(page, boss, '/docflow/list/?author=1&limit=50');
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(heading(page)).toHaveText(title);
  await page.goBack();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeFocused();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeInViewport();
});

test('a list is searched and narrowed in its address, and pages as long as there is more', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  for (const number of [1, 2, 3]) {
    await makeDocument(office, boss, { title: `Письмо ${number} ${office.mark}` });
  }
  await makeDocument(office, boss, {
    title: `Записка ${office.mark}`,
    description: `${'слово '.repeat(80)}конец. Дальше не видно.`,
  });
  await comeIn(page, boss, '/docflow/list/?author=1&limit=2');
  await expect(heading(page)).toHaveText('Documents: Outgoing');
  await expect(cards(page).locator(':scope > li')).toHaveCount(2);
  await expect(cards(page).getByText('Дальше не видно')).toBeHidden();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards(page).locator(':scope > li')).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();

  await page.getByRole('searchbox', { name: /Поиск\sпо\sназванию/ }).fill('записка');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=/);
  await expect(cards(page).locator(':scope > li')).toHaveCount(1);
  await page.getByRole('button', { name: 'Отбор' }).click();
  const sheet = page.getByRole('dialog', { name: 'Отбор' });
  await sheet.getByLabel('Состояние').selectOption('declined');
  await expect(sheet.getByText(/Нашлось:\s0/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByText('По этим условиям документов нет.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('По этим условиям документов нет.')).toBeVisible();
  await page.goBack();
  await expect(cards(page).locator(':scope > li')).toHaveCount(1);
  await chooseTexts(page, 'ru');
  await expect(heading(page)).toHaveText('Документы: Исходящие');
  await page.getByRole('link', { name: /Читать\sполностью/ }).click();
  await expect(page.getByText('Дальше не видно')).toBeVisible();
});

test('files are looked at and kept, by links that open without a token', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const made = await makeDocument(office, boss, { title: `Скан ${office.mark}` });
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#a84d08' } })
    .png()
    .toBuffer();
  await attach(request, boss, made, { name: 'скан.png', mimeType: 'image/png', buffer });
  await comeIn(page, boss, `/docflow/${made.id}`);
  await page.getByRole('button', { name: 'Просмотр: скан.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'скан.png' });
  await expect(dialog.getByRole('img', { name: 'скан.png' })).toHaveJSProperty('naturalWidth', 400);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'скан.png' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('скан.png');
});

test('a document that is not there leads to the home, a failing service to the sign-in page', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/404|500/);
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  await comeIn(page, boss, '/docflow/999999');
  await expect(page).toHaveURL(/\/docflow$/);
  await expect(page.getByText(/Такого\sдокумента\sнет/)).toBeVisible();
  await page.route('**/api/informator/docflow/list?**', (route) =>
    route.fulfill({ status: 500, json: { error: 'x' } }),
  );
  await page.goto('/docflow/list/?limit=50');
  await expect(page).toHaveURL(/\/auth\?.*why=failed/);
});

test('whoever has no role is told why there is nothing, and the header leads only those who have rights', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const stranger = await office.hire('Новичок', '');
  await comeIn(page, stranger, '/docflow');
  await expect(page.getByText(/не\sназначена\sроль/)).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  await expect(menu.getByRole('link', { name: 'Кабинет' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Документы' })).toBeHidden();
  await signOut(page);
  const boss = await office.hire('Начальник', 'Начальник');
  await comeIn(page, boss, '/about/contact');
  const link = page.getByRole('banner').getByRole('link', { name: 'Документы' });
  await link.click();
  await expect(page.getByRole('link', { name: 'Create document' })).toBeVisible();
});

test('a substitute named in the cabinet signs for somebody who is away; both names stay', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const away = await office.hire('Отпускник', 'Подписант');
  const helper = await office.hire('Заместитель', 'Подписант');
  const { id } = await makeDocument(office, boss, { title: `Отпуск ${office.mark}`, acceptors: [away] });
  await comeIn(page, away, '/user');
  const form = page.getByRole('form', { name: 'Замещение' });
  await form.getByRole('button', { name: 'Назначить' }).click();
  await expect(form.getByText('Выберите, кто вас замещает.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Кто замещает' }).fill(helper.name);
  await form.getByRole('option', { name: new RegExp(helper.name) }).click();
  await form.getByLabel('Первый день').fill('2020-01-01');
  await form.getByLabel('Последний день').fill('2099-12-31');
  await form.getByRole('button', { name: 'Назначить' }).click();
  await expect(page.getByText(new RegExp(`Вас замещает ${helper.name}: с\\s01.01.2020`))).toBeVisible();
  const mails = page.getByRole('checkbox', { name: /Присылать\sписьма/ });
  await expect(mails).toBeChecked();
  await mails.click();
  await expect(page.getByText('Письма выключены.')).toBeVisible();
  await expectAccessible(page);
  await signOut(page);

  await comeIn(page, helper, `/docflow/${id}`);
  const signFor = { name: `Подписать за сотрудника: ${away.name}` };
  await page.getByRole('button', signFor).click();
  const question = page.getByRole('dialog', { name: 'Подписать документ?' });
  await expect(question).toContainText(
    new RegExp(`№\\s1 от.*«Отпуск ${office.mark}», версия\\s1\\. За\\s*сотрудника: ${away.name}\\.`),
  );
  await question.getByRole('button', signFor).click();
  await expect(approvers(page)).toContainText('signed');
  await expect(approvers(page).getByTitle(`Номер учётной записи: ${away.uid}`)).toBeVisible();
  await expect(approvers(page)).toContainText(new RegExp(`подпись:\\s${helper.name}`));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'История' })).toBeHidden();
  await expect(approvers(page)).toBeVisible();
});

test('the pages of documents are accessible and fit', async ({ page, request }) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const long = `Договор ${'длинного названия '.repeat(8)}${office.mark}`;
  const made = await makeDocument(office, boss, {
    title: long,
    description: `# Предмет\n\n${'Ъ'.repeat(400)}\n\n- первое\n- второе`,
    acceptors: [boss, signer],
    recipients: [boss],
  });
  await signer.calls.send('PATCH', `/docflow/declining/${made.id}`, { reason: 'Щ'.repeat(120) });
  await comeIn(page, boss, '/docflow');
  for (const path of ['/docflow', '/docflow/list/?limit=50', `/docflow/${made.id}`]) {
    await page.goto(path);
    const shown = path === '/docflow' ? 'For approval' : 'Отклонён';
    await expect(page.getByRole('main').getByText(shown, { exact: true }).last()).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectFits(page);
  }
});

test('the page of a document fits with names that have no place to break', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Преображенская'.repeat(4), 'Начальник');
  const signer = await office.hire('Вознесенская'.repeat(5), 'Подписант');
  const { id } = await makeDocument(office, boss, { title: `Приказ ${office.mark}`, acceptors: [signer] });
  const step = { title: office.mark, mode: 'all', days: null, state: 'current', people: [signer.uid], dueAt: null };
  const read = `**/api/informator/docflow/${id}`;
  await comeIn(page, boss, `/docflow/${id}`);
  await expect(approvers(page)).toContainText(signer.name);
  await expectFits(page, [1920, 1280, 900, 390]);
  // As a document of a template has it.
  await page.route(read, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), route: { version: 1, steps: [step] } } });
  });
  await page.reload();
  await expect(approvers(page).getByRole('heading', { level: 3 })).toContainText(office.mark);
  await expectFits(page, [1920, 1280, 900, 390]);
});
