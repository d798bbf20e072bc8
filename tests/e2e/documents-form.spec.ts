import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { putTemplate, SAVE, stepOf } from './documents.ts';
import { type Colleague, comeIn, EVERYTHING, type Office, openOffice } from './office.ts';
import { STAFF_PASSWORD } from './settings-calls.ts';
import { signOut } from './sign-in.ts';
import { chooseTexts, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll, test } from './test.ts';

const title = (page: Page) => page.getByRole('textbox', { name: 'Название документа' });
const note = (page: Page) => page.getByRole('textbox', { name: 'Текст документа' });
const files = (page: Page) => page.getByLabel('Добавить файлы');
const fresh = (page: Page) => page.getByRole('list', { name: 'Новые файлы' }).getByRole('listitem');
const record = (page: Page) => page.getByRole('button', { name: SAVE });
const acceptors = (page: Page) => page.getByRole('group', { name: /Согласование/ });
const listed = (page: Page) => acceptors(page).getByRole('listitem');

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') });
const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('просто текст') });
const picture = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a84d08' } })
    .png()
    .toBuffer(),
});
type Sent = ReturnType<typeof pdf>;

// What these tests are about is not who signs: the question about a document without signatories gets its yes.
test.beforeEach(async ({ page }) => {
  const question = page.getByRole('dialog', { name: 'Сохранить без подписантов?' });
  await page.addLocatorHandler(question, () =>
    question.getByRole('button', { name: 'Сохранить без подписантов' }).click(),
  );
});

/** Finds a person and takes the first of those found. */
async function add(page: Page, kind: 'подписанта' | 'получателя', person: Colleague): Promise<void> {
  const field = page.getByRole('combobox', { name: `Добавить ${kind}` });
  await field.fill(person.name);
  await page.getByRole('option', { name: person.name }).click();
  await expect(field).toHaveValue('');
}

/** Drops files onto a place of the page, or pastes them there. */
async function hand(page: Page, event: 'drop' | 'paste', place: string, sent: readonly Sent[]): Promise<void> {
  await page.evaluate(
    ({ event, place, sent }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, body } of sent) {
        const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      const made =
        event === 'drop'
          ? new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: dataTransfer, bubbles: true, cancelable: true });
      document.querySelector(place)?.dispatchEvent(made);
    },
    {
      event,
      place,
      sent: sent.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, body: buffer.toString('base64') })),
    },
  );
}

/** A document made beside the page. */
async function make(page: Page, office: Office, author: Colleague, people: readonly Colleague[] = []) {
  const { access } = (await (
    await page.request.post('/api/mauth/signin', { data: { email: author.email, password: STAFF_PASSWORD } })
  ).json()) as { access: string };
  const answer = await page.request.post('/api/informator/docflow', {
    headers: { Authorization: `Bearer ${access}` },
    multipart: {
      title: `Договор ${office.mark}`,
      description: 'Просим согласовать',
      directingId: String(office.directing.id),
      taskId: String(office.task.id),
      ...Object.fromEntries(people.map(({ uid }) => [`acceptor[${uid}]`, ''])),
      scans: pdf('договор.pdf'),
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as Document;
}

test('a document is made on a phone: direction, type, form, with files of every way and people in order', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const other = await office.admin.add('directing', `Другое ${office.mark}`);
  const bills = await office.admin.add('task', `Счета ${office.mark}`);
  const closed = await office.admin.add('directing', `Закрытое ${office.mark}`);
  await office.grant('Начальник', [
    { directing: office.directing, task: office.task, actions: EVERYTHING },
    { directing: other, task: office.task, actions: EVERYTHING },
    { directing: other, task: bills, actions: EVERYTHING },
    { directing: closed, task: bills, actions: [ACTIONS.edit] },
  ]);
  const [author, second, third] = [
    await office.hire('Автор', 'Начальник'),
    await office.hire('Борисова', 'Начальник'),
    await office.hire('Волков', 'Начальник'),
  ];
  await comeIn(page, author, '/docflow');
  await page.getByRole('link', { name: 'Create document' }).click();
  await expect(page.getByRole('heading', { name: 'Выберите направление' })).toBeVisible();
  const choices = page.getByRole('navigation', { name: /Выберите/ }).getByRole('link');
  await expect(choices).toHaveText([office.directing.title, other.title]);
  await page.getByRole('link', { name: other.title }).click();
  await expect(choices).toHaveText([office.task.title, bills.title]);
  await expectAccessible(page);
  await page.getByRole('link', { name: bills.title }).click();
  await expect(title(page)).toBeVisible();

  // «Back» of the browser and «Отмена» go one step back; a type that is the only one is chosen unasked.
  await page.goBack();
  await expect(choices).toHaveText([office.task.title, bills.title]);
  await page.getByRole('button', { name: 'Отмена' }).click();
  await expect(page.getByRole('heading', { name: 'Выберите направление' })).toBeVisible();
  await page.getByRole('button', { name: 'Отмена' }).click();
  await expect(page).toHaveURL(/\/docflow$/);
  await page.getByRole('link', { name: 'Create document' }).click();
  await page.getByRole('link', { name: office.directing.title }).click();
  await expect(page.getByText(`${office.directing.title} / ${office.task.title}`)).toBeVisible();

  await title(page).fill('Договор поставки');
  await page.getByRole('button', { name: 'Add an explanatory note' }).click();
  await expect(note(page)).toBeFocused();
  await page.getByRole('button', { name: 'Убрать текст' }).click();
  await expect(note(page)).toBeHidden();
  await page.getByRole('button', { name: 'Add an explanatory note' }).click();
  await note(page).fill('Срок **до пятницы**');

  await files(page).setInputFiles([pdf('первый.pdf'), await picture('второй.png')]);
  await hand(page, 'drop', '.file-drop', [pdf('третий.pdf'), await picture('четвёртый.png')]);
  await hand(page, 'drop', 'h1 ~ .document-form .signatories', [pdf('мимо поля.pdf')]);
  await hand(page, 'paste', '.document-form', [await picture('из буфера.png')]);
  await expect(fresh(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Убрать: третий.pdf' }).click();
  await expect(fresh(page)).toHaveCount(5);

  await add(page, 'подписанта', second);
  await add(page, 'подписанта', third);
  await add(page, 'подписанта', second);
  await expect(acceptors(page).getByText(/уже\sв.списке/)).toBeVisible();
  await expect(listed(page)).toHaveCount(2);
  await page.getByRole('button', { name: `Выше: ${third.name}` }).click();
  await expect(listed(page).first()).toContainText(third.name);
  await add(page, 'получателя', author);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await record(page).click();

  await expect(page).toHaveURL(/\/docflow\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Договор поставки' })).toBeVisible();
  await expect(page.locator('b', { hasText: 'до пятницы' })).toBeVisible();
  const id = page.url().split('/').at(-1);
  const made = await author.calls.get<Document>(`/docflow/${id}`);
  expect(made.files.map(({ originalName }) => originalName)).toEqual([
    'первый.pdf',
    'второй.png',
    'четвёртый.png',
    'мимо поля.pdf',
    'из буфера.png',
  ]);
  expect(made.acceptor.map(({ uid }) => uid)).toEqual([third.uid, second.uid]);
  expect(made.recipient.map(({ uid }) => uid)).toEqual([author.uid]);
  // «Back» does not lead to the form that is done with.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Выберите направление' })).toBeVisible();
});

test('the form is filled in and saved by keyboard alone', async ({ page, request }) => {
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const [author, second, third] = [
    await office.hire('Автор', 'Начальник'),
    await office.hire('Борисова', 'Начальник'),
    await office.hire('Волков', 'Начальник'),
  ];
  await comeIn(page, author, '/docflow/create/doc');
  // The listener is set well before the key: until then a busy browser handles a dialog itself.
  const choosing = page.waitForEvent('filechooser');
  await title(page).focus();
  await page.keyboard.type('С клавиатуры');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add an explanatory note' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(files(page)).toBeFocused();
  await page.keyboard.press('Space');
  const chooser = await choosing;
  await chooser.setFiles([pdf('один.pdf')]);
  await expect(fresh(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  const field = page.getByRole('combobox', { name: 'Добавить подписанта' });
  await expect(field).toBeFocused();
  for (const person of [second, third]) {
    await page.keyboard.type(person.name);
    await expect(page.getByRole('option', { name: person.name })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(listed(page).filter({ hasText: person.name })).toBeVisible();
    await expect(field).toBeFocused();
  }
  // Enter without a choice neither sends the form nor adds a person; Esc empties the field.
  await page.keyboard.type('никто такой');
  await expect(acceptors(page).getByText(/никого\sс.нужным\sправом\sнет/)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: `Удалить из списка: ${third.name}` })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(listed(page).first()).toContainText(third.name);
  await expect(page.getByRole('button', { name: `Выше: ${third.name}` })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: /Удалить\sиз.списка/ });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(listed(page)).toHaveCount(2);
  // The key is for the button that asked, which gets the focus back a moment after the question is gone.
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Удалить\sиз.списка/);
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Удалить' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(listed(page)).toHaveCount(1);
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
  const made = await author.calls.get<Document>(`/docflow/${page.url().split('/').at(-1)}`);
  expect(made.acceptor.map(({ uid }) => uid)).toEqual([second.uid]);
});

test('mistakes stand at their fields, before anything is sent and when the service refuses', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/400/);
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const author = await office.hire('Автор', 'Начальник');
  await comeIn(page, author, '/docflow/create/doc');
  await files(page).setInputFiles([pdf('договор.pdf'), text('записка.rtf')]);
  await record(page).click();
  await expect(page.getByText('Enter the document title')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expect(fresh(page).filter({ hasText: 'записка.rtf' })).toContainText('Unsupported file type');
  await chooseTexts(page, 'ru');
  await expect(page.getByText('Введите название документа')).toBeVisible();
  await expect(page.getByText('Неподдерживаемый тип файлов').first()).toBeVisible();
  await chooseTexts(page, 'spec');

  // One file is replaced, the other stays as it was.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Заменить: записка.rtf' }).click(),
  ]);
  await chooser.setFiles(await picture('записка.png'));
  await expect(fresh(page)).toHaveText([/договор.pdf/, /записка.png/]);
  await expect(page.getByText('Unsupported file type')).toBeHidden();
  await title(page).fill('Договор');

  // The service looks deeper than the page.
  await files(page).setInputFiles({ ...pdf('хитрый.pdf'), buffer: Buffer.from('%PDF-1.7 <script>alert(1)</script>') });
  await record(page).click();
  await expect(page.getByText('Unsupported file type').first()).toBeVisible();
  await expect(fresh(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Убрать: хитрый.pdf' }).click();
  for (const [code, message] of [
    ['invalid directing id', 'Direction not selected'],
    ['invalid task id', 'Document type not selected'],
    ['something new', /Документ\sне.сохранён.*Сервер\sне.принял\sданные/],
  ] as const) {
    await page.route('**/api/informator/docflow', (route) => route.fulfill({ status: 400, json: { error: code } }));
    await record(page).click();
    await expect(page.getByText(message)).toBeVisible();
    await page.unroute('**/api/informator/docflow');
  }
  await record(page).click();
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
});

test('nothing is lost by a dead network, a full server or the end of the session', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/401|413|403|500|ERR_FAILED|ERR_INTERNET/);
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const author = await office.hire('Автор', 'Начальник');
  await comeIn(page, author, '/docflow/create/doc');
  await title(page).fill('Договор');
  await files(page).setInputFiles([pdf('договор.pdf')]);
  const save = '**/api/informator/docflow';
  const failures = [
    [() => page.route(save, (route) => route.abort()), /Нет\sсвязи\sс.сервером/],
    [
      () => page.route(save, (route) => route.fulfill({ status: 413, json: { error: 'request entity too large' } })),
      /Документ\sслишком\sвелик/,
    ],
    [
      () =>
        page.route(save, (route) =>
          route.fulfill({ status: 403, json: { error: 'create to the document type is denied' } }),
        ),
      /нет\sправа\sсоздавать\sтакие\sдокументы/,
    ],
    [() => page.route(save, (route) => route.fulfill({ status: 500, body: 'x' })), /произошла\sошибка/],
  ] as const;
  for (const [begin, message] of failures) {
    await begin();
    await record(page).click();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expect(title(page)).toHaveValue('Договор');
    await expect(fresh(page)).toHaveCount(1);
    await page.unroute(save);
  }
  await page.route(save, (route) => route.fulfill({ status: 401, json: { error: 'invalid access token' } }));
  await record(page).click();
  const dialog = page.getByRole('dialog', { name: /Вой/ }).or(page.getByRole('dialog').filter({ hasText: 'Пароль' }));
  await dialog.getByLabel('Пароль', { exact: true }).fill(STAFF_PASSWORD);
  await page.unroute(save);
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await expect(dialog).toBeHidden();
  await expect(fresh(page)).toHaveCount(1);
  await record(page).click();
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
});

test('a sending is watched, stopped and begun again; whoever leaves it is not called back', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const author = await office.hire('Автор', 'Начальник');
  await comeIn(page, author, '/docflow/create/doc');
  await title(page).fill('Большой договор');
  const big = Buffer.alloc(20 * 1024 * 1024, ' ');
  big.write('%PDF-1.7\n');
  const line = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1024 * 1024 };
  await line.send('Network.emulateNetworkConditions', slow);
  // They go as soon as they are chosen; a save waits for them.
  await files(page).setInputFiles(['большой.pdf', 'второй.pdf'].map((name) => ({ ...pdf(name), buffer: big })));
  await expect(page.getByRole('progressbar', { name: /^большой.pdf:\s[1-9]/ })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /^второй.pdf:\s\d/ })).toBeVisible();
  await record(page).click();
  await page.getByRole('button', { name: /Остановить\sотправку/ }).click();
  await expect(page.getByText(/Отправка\sостановлена/)).toBeVisible();
  await expect(fresh(page)).toHaveCount(2);
  await record(page).click();
  await expect(page.getByRole('progressbar', { name: /^большой.pdf:\s[1-9]/ })).toBeVisible();
  await page.getByRole('link', { name: 'Документы' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Уйти' }).click();
  await expect(page).toHaveURL(/\/docflow$/);
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  expect(await author.calls.get<Document[]>('/docflow/search/doc/?author=1')).toEqual([]);
  await page.getByRole('link', { name: 'Create document' }).click();
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await files(page).setInputFiles(pdf('малый.pdf'));
  await record(page).click();
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
});

/** Cuts the line after a document was sent: the service makes it, and the page never hears of it. The answer mends it. */
async function cutAnswers(page: Page): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  line.on('Fetch.requestPaused', ({ requestId }) => {
    void line.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
  });
  const patterns = [{ urlPattern: '*/api/informator/docflow', requestStage: 'Response' as const }];
  await line.send('Fetch.enable', { patterns });
  return () => line.detach();
}

test('a save whose answer is lost makes one document, however often it is repeated', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/ERR_CONNECTION_RESET/);
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const [author, second] = [await office.hire('Автор', 'Начальник'), await office.hire('Борисова', 'Начальник')];
  const own = () => author.calls.get<Document[]>('/docflow/search/doc/?author=1');
  await comeIn(page, author, '/docflow/create/doc');
  await title(page).fill('Договор');
  await files(page).setInputFiles([pdf('первый.pdf'), await picture('второй.png')]);
  await add(page, 'подписанта', second);
  const mend = await cutAnswers(page);
  for (let time = 0; time < 2; time += 1) {
    await record(page).click();
    await expect(page.getByRole('alert').filter({ hasText: /второй\sдокумент\sне.появится/ })).toBeVisible();
    await expect(fresh(page)).toHaveCount(2);
    expect(await own()).toHaveLength(1);
  }
  await mend();
  await record(page).click();
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
  const [made, ...more] = await own();
  expect([more, page.url().endsWith(`/docflow/${made?.id}`)]).toEqual([[], true]);
  expect(made?.files.map(({ originalName }) => originalName)).toEqual(['первый.pdf', 'второй.png']);
  // The next document is another one.
  await page.goto('/docflow/create/doc');
  await title(page).fill('Договор');
  await record(page).click();
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
  expect(await own()).toHaveLength(2);
});

test('what is typed after a save that went through unseen goes into that document, or into one of its own', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/ERR_CONNECTION_RESET|409/);
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const author = await office.hire('Автор', 'Начальник');
  const own = () => author.calls.get<Document[]>('/docflow/search/doc/?author=1');
  await comeIn(page, author, '/docflow/create/doc');
  await title(page).fill('Договор');
  await files(page).setInputFiles([pdf('первый.pdf')]);
  const mend = await cutAnswers(page);
  await record(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /второй\sдокумент\sне.появится/ })).toBeVisible();
  await mend();
  await title(page).fill('Договор, исправленный');
  await files(page).setInputFiles([await picture('второй.png')]);
  await record(page).click();
  const question = page.getByRole('dialog', { name: 'Документ уже сохранён' });
  await expect(question.getByRole('link', { name: 'Договор', exact: true })).toBeVisible();
  await expectAccessible(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 844 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(title(page)).toHaveValue('Договор, исправленный');
  await expect(fresh(page)).toHaveCount(2);
  await page.goto('/docflow/create/doc');
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(title(page)).toHaveValue('Договор, исправленный');
  await files(page).setInputFiles([await picture('второй.png'), pdf('первый.pdf')]);
  await record(page).click();
  await question.getByRole('button', { name: 'Сохранить изменения' }).click();
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
  const [made, ...more] = await own();
  expect([made?.title, more]).toEqual(['Договор, исправленный', []]);
  expect(made?.files.map(({ originalName }) => originalName)).toEqual(['первый.pdf', 'второй.png']);

  await page.goto('/docflow/create/doc');
  await title(page).fill('Приказ');
  const mendAgain = await cutAnswers(page);
  await record(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /второй\sдокумент\sне.появится/ })).toBeVisible();
  await mendAgain();
  await title(page).fill('Приказ 2');
  await record(page).click();
  await question.getByRole('button', { name: 'Сохранить отдельным документом' }).click();
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
  expect((await own()).map((document) => document.title)).toEqual(['Приказ 2', 'Приказ', 'Договор, исправленный']);
});

test('what is typed is offered back after a reload; leaving asks first', async ({ page, request }) => {
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const [author, second] = [await office.hire('Автор', 'Начальник'), await office.hire('Борисова', 'Начальник')];
  await comeIn(page, author, '/docflow');
  await page.getByRole('link', { name: 'Create document' }).click();
  await title(page).fill('Недописанный');
  await add(page, 'подписанта', second);
  await files(page).setInputFiles([pdf('договор.pdf')]);
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
  await expect(question).toContainText('отправленные файлы');
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(title(page)).toHaveValue('Недописанный');
  await page.goBack();
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(page).toHaveURL(/\/docflow$/);
  await page.goto('/docflow/create/doc');
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(title(page)).toHaveValue('Недописанный');
  await expect(listed(page)).toContainText([second.name]);
  await expect(fresh(page)).toContainText(['договор.pdf']);
  await page.getByRole('button', { name: 'Отмена', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть без сохранения' }).click();
  await expect(page).toHaveURL(/\/docflow$/);
  await page.goto('/docflow/create/doc');
  await expect(title(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Восстановить' })).toBeHidden();
});

test('an edit that would clear signatures says so first; people alone are changed without it', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const [author, second, third] = [
    await office.hire('Автор', 'Начальник'),
    await office.hire('Борисова', 'Начальник'),
    await office.hire('Волков', 'Начальник'),
  ];
  const { id } = await make(page, office, author, [second]);
  await second.calls.send('PATCH', `/docflow/accepting/${id}`);
  const present = () => author.calls.get<Document>(`/docflow/${id}`);

  await comeIn(page, author, `/docflow/edit/doc/${id}`);
  await expect(title(page)).toHaveValue(`Договор ${office.mark}`);
  await expect(note(page)).toHaveValue('Просим согласовать');
  await expect(listed(page)).toContainText('подписано');
  await add(page, 'подписанта', third);
  await record(page).click();
  await expect(page).toHaveURL(new RegExp(`/docflow/${id}$`));
  expect(await present()).toMatchObject({ version: 1, acceptor: [{ accept: true }, { accept: false }] });

  await page.goto(`/docflow/edit/doc/${id}`);
  await title(page).fill('Другой договор');
  await record(page).click();
  const question = page.getByRole('dialog', { name: 'Начать новую версию?' });
  await expect(question).toContainText('отметки (1)');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await present()).toMatchObject({ version: 1 });
  await title(page).press('ControlOrMeta+Enter');
  await question.getByRole('button', { name: 'Сохранить новую версию' }).click();
  await expect(page).toHaveURL(new RegExp(`/docflow/${id}$`));
  expect(await present()).toMatchObject({
    version: 2,
    title: 'Другой договор',
    acceptor: [{ accept: false }, { accept: false }],
  });

  await page.goto(`/docflow/edit/doc/${id}`);
  const gone = page.getByRole('button', { name: 'Удалить файл: договор.pdf' });
  await gone.click();
  await expect(page.getByText('Файл «договор.pdf» исчезнет из документа после сохранения.')).toBeVisible();
  expect(await present()).toMatchObject({ files: [{ originalName: 'договор.pdf' }] });
  await page.getByRole('button', { name: 'Вернуть файл: договор.pdf' }).click();
  await expect(page.getByText('Файл «договор.pdf» останется в документе.')).toBeVisible();
  await gone.click();
  await record(page).click();
  await expect(page).toHaveURL(new RegExp(`/docflow/${id}$`));
  expect(await present()).toMatchObject({ files: [], title: 'Другой договор' });
});

test('two who save one document are told of each other; a signature made meanwhile is asked about', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/409/);
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const [author, second] = [await office.hire('Автор', 'Начальник'), await office.hire('Борисова', 'Начальник')];
  const { id } = await make(page, office, author, [second]);
  await comeIn(page, author, `/docflow/edit/doc/${id}`);
  await title(page).fill('Мой текст');
  const { uid } = second;
  await second.calls.send('PATCH', `/docflow/${id}`, { title: 'Её текст', description: 'x', acceptor: { [uid]: '' } });
  await record(page).click();
  const conflict = page.getByRole('dialog', { name: /текст\sизменили/ });
  await expect(conflict).toContainText(second.name);
  await conflict.getByRole('button', { name: 'Показать отличия' }).click();
  await expect(conflict.getByRole('insertion').first()).toContainText('Её');
  await conflict.getByRole('button', { name: 'Вернуться к тексту' }).click();
  await expect(title(page)).toHaveValue('Мой текст');
  await record(page).click();
  await conflict.getByRole('button', { name: 'Сохранить мой текст' }).click();
  await expect(page).toHaveURL(new RegExp(`/docflow/${id}$`));

  await page.goto(`/docflow/edit/doc/${id}`);
  await title(page).fill('Мой текст, исправленный');
  await second.calls.send('PATCH', `/docflow/accepting/${id}`);
  await record(page).click();
  const question = page.getByRole('dialog', { name: 'Начать новую версию?' });
  await question.getByRole('button', { name: 'Сохранить новую версию' }).click();
  await expect(page).toHaveURL(new RegExp(`/docflow/${id}$`));
  expect(await author.calls.get<Document>(`/docflow/${id}`)).toMatchObject({
    title: 'Мой текст, исправленный',
    version: 2,
  });
});

test('whoever may not create or edit is told why, and a document that is not there leads to the list', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/404/);
  const office = await openOffice(request, { Начальник: EVERYTHING, Читатель: [ACTIONS.acknowledge] });
  const author = await office.hire('Автор', 'Начальник');
  const { id } = await make(page, office, author);
  await comeIn(page, await office.hire('Читатель', 'Читатель'), '/docflow/create/doc');
  await expect(page.getByText(/роль\sне.даёт\sправа\sсоздавать/)).toBeVisible();
  await page.goto(`/docflow/edit/doc/${id}`);
  await expect(page.getByText(/роль\sне.даёт\sправа\sизменять/)).toBeVisible();
  await page.goto('/docflow/edit/doc/99999999');
  await expect(page).toHaveURL(/\/docflow$/);
  await expect(page.getByText(/Такого\sдокумента\sнет/)).toBeVisible();
  await signOut(page);
  await comeIn(page, await office.hire('Новенький', ''), '/docflow/create/doc');
  await expect(page.getByText(/не.назначена\sроль/)).toBeVisible();
});

test('a recipient of a fixed route stays in the list, and a sample says whose account was never used', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, { Начальник: EVERYTHING, Читатель: [ACTIONS.acknowledge] });
  const author = await office.hire('Автор', 'Начальник');
  const signer = await office.hire('Подписант', 'Начальник');
  const reader = await office.hire('Читатель', 'Читатель');
  const { id } = await make(page, office, author, [signer]);
  const read = `**/api/informator/docflow/${id}`;
  await page.route(read, async (route) => {
    const answer = await route.fetch();
    const idle = [{ uid: signer.uid, state: 'never' }];
    await route.fulfill({ response: answer, json: { ...(await answer.json()), idle } });
  });
  const place = `directing=${office.directing.id}&task=${office.task.id}`;
  await comeIn(page, author, `/docflow/create/doc?${place}&from=${id}`);
  await expect(listed(page)).toContainText(/входов ещё не.было: приглашение отозвано или не.отправлено/);
  await expectNoSidewaysScroll(page);

  await putTemplate(office, { steps: [stepOf(signer)], recipients: { people: [reader.uid], roles: [] } });
  await page.goto(`/docflow/create/doc?${place}`);
  const readers = page.getByRole('group', { name: /Ознакомиться/ });
  const row = readers.getByRole('listitem').filter({ hasText: reader.name });
  await expect(row).toContainText('задан маршрутом');
  await expect(row.getByRole('button', { name: /Удалить из.списка/ })).toHaveCount(0);
  await title(page).fill(`Приказ ${office.mark}`);
  await page.getByRole('button', { name: 'Add an explanatory note' }).click();
  await expect(page.getByText(/Ctrl\+Enter\s—\sто\sже, что\sкнопка «Отправить\sна\sсогласование»\./)).toBeVisible();
  await record(page).click();
  await expect(
    page.getByText(new RegExp(`^Отправлено\\sна\\sсогласование: ${signer.name}\\. Знакомится: ${reader.name}`)),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Редактировать' }).click();
  await expect(row).toContainText('задан маршрутом');
  await expect(row.getByRole('button', { name: /Удалить из.списка/ })).toHaveCount(0);
});

test('the form is accessible and fits at every width, in both themes', async ({ page, request }) => {
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const [author, second] = [
    await office.hire('Автор', 'Начальник'),
    await office.hire(`Константинопольская ${'Очень'.repeat(12)}`, 'Начальник'),
  ];
  const { id } = await make(page, office, author, [second]);
  await second.calls.send('PATCH', `/docflow/accepting/${id}`);
  await comeIn(page, author, '/docflow');
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/docflow/create/doc');
    await files(page).setInputFiles([pdf(`${'длинное-имя'.repeat(12)}.pdf`), text('записка.rtf')]);
    await record(page).click();
    await expect(page.getByText('Enter the document title')).toBeVisible();
    // What is typed before that is in a field that loses the focus, and no list opens.
    await expect(title(page)).toBeFocused();
    const field = page.getByRole('combobox', { name: 'Добавить получателя' });
    await field.fill('Начальник');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    await page.goto(`/docflow/edit/doc/${id}`);
    await expect(listed(page)).toHaveCount(1);
    await title(page).fill('Другое');
    await record(page).click();
    await expect(page.getByRole('dialog', { name: 'Начать новую версию?' })).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
  }
});
