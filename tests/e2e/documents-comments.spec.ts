import { expect } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import { makeDocument } from './documents.ts';
import { findInMail } from './mails.ts';
import { comeIn, EVERYTHING, openOffice } from './office.ts';
import { signOut } from './sign-in.ts';
import { expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll, test } from './test.ts';

const RIGHTS = { Начальник: EVERYTHING, Подписант: [ACTIONS.approve, ACTIONS.acknowledge], Гость: [] };

test('a signatory asks without declining, the author is told and answers, and a mention tells', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Автор', 'Начальник');
  const signer = await office.hire('Подписант', 'Подписант');
  const lawyer = await office.hire('Юрист', 'Подписант');
  const title = `Поставка ${office.mark}`;
  const document = await makeDocument(office, boss, { title, acceptors: [signer] });

  await comeIn(page, signer, `/docflow/${document.id}`);
  const talk = page.getByRole('region', { name: 'Обсуждение' });
  await expect(talk.getByText('Комментариев пока нет.')).toBeVisible();
  await page.getByRole('button', { name: 'Спросить автора…' }).click();
  const box = talk.getByLabel('Комментарий');
  await expect(box).toBeFocused();
  await expect(talk.getByRole('checkbox', { name: 'Вопрос автору' })).toBeChecked();
  // Nothing typed signs nothing either.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(talk.getByText('Напишите текст.')).toBeVisible();
  await box.fill('Почему *три* дня?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(talk.getByText('Вопрос отправлен автору.')).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(talk.getByRole('listitem')).toContainText('ждёт ответа');
  await expect(page.getByRole('article').getByText('Вопрос автору')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подписать' })).toBeVisible();

  // A mention: the name is picked from those who see the document.
  await box.pressSequentially(`Посмотрите, @${lawyer.name.slice(0, 3)}`);
  await expect(talk.getByRole('option', { name: lawyer.name })).toBeVisible();
  await expectAccessible(page);
  await talk.getByRole('option', { name: lawyer.name }).click();
  await expect(box).toHaveValue(`Посмотрите, @${lawyer.name} `);
  await talk.getByRole('button', { name: 'Отправить' }).click();
  await expect(talk.getByText(`Упомянуты: ${lawyer.name}`)).toBeVisible();
  await findInMail(request, boss.email, /задан\sвопрос/u);
  await findInMail(request, lawyer.email, /Вас\sупомянули/u);
  await signOut(page);

  await comeIn(page, boss, '/docflow');
  const returned = page.getByRole('region', { name: /Нужен\sваш\sответ/ });
  await expect(returned).toContainText('Спрашивает');
  await returned.getByRole('link', { name: /^Ответить на.вопрос/ }).click();
  await expect(talk.getByRole('checkbox')).toHaveCount(0);
  await talk.getByRole('button', { name: 'Ответить' }).click();
  const answer = talk.getByLabel('Ответ автора');
  await expect(answer).toBeFocused();
  await answer.fill('Так в законе');
  await talk.getByRole('listitem').getByRole('button', { name: 'Отправить' }).click();
  await expect(talk.getByText('Ответ отправлен.')).toBeVisible();
  await expect(page.getByText('ждёт ответа')).toHaveCount(0);
  await expect(page.getByRole('article').getByText('Вопрос автору')).toHaveCount(0);
  await page.getByRole('button', { name: 'История' }).click();
  const history = page.getByRole('region', { name: 'История документа' });
  await expect(history.getByText('«Так в законе»')).toBeVisible();
  await expect(history.getByText('Вопрос автору')).toBeVisible();
  await findInMail(request, signer.email, /На.ваш\sвопрос\sответили/u);
});

test('whoever only sees a document reads along and finds no box', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Автор', 'Начальник');
  const guest = await office.hire('Гость', 'Гость');
  const document = await makeDocument(office, boss, { title: `Поставка ${office.mark}` });
  await boss.calls.send('POST', `/docflow/${document.id}/comment`, { text: 'Всем видно' });
  await comeIn(page, guest, `/docflow/${document.id}`);
  const talk = page.getByRole('region', { name: 'Обсуждение' });
  await expect(talk.getByText('Всем видно')).toBeVisible();
  await expect(talk.getByText(/Писать\sздесь\sмогут/u)).toBeVisible();
  await expect(talk.getByRole('textbox')).toHaveCount(0);
  await expect(talk.getByRole('button')).toHaveText([/^PDF\sс.подписями\sи.комментариями$/]);
});

test('what was typed stays when the line is lost, is said once, and can be taken back', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/u);
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Автор', 'Начальник');
  const document = await makeDocument(office, boss, { title: `Поставка ${office.mark}` });
  await comeIn(page, boss, `/docflow/${document.id}`);
  const talk = page.getByRole('region', { name: 'Обсуждение' });
  const box = talk.getByLabel('Комментарий');
  await box.fill('Не потеряйте это. @Кто-то');
  await expect(talk.getByText(/уведомления\sне.получат:\s@Кто-то/u)).toBeVisible();
  await talk
    .locator('input[type="file"]')
    .setInputFiles({
      name: 'счёт.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
    });
  // The list of files moves the button when it comes.
  await expect(talk.getByRole('list', { name: 'Файлы комментария' }).getByRole('listitem')).toHaveCount(1);
  await page.context().setOffline(true);
  await talk.getByRole('button', { name: 'Отправить' }).click();
  await expect(talk.getByText(/текст\sостался\sздесь/u)).toBeVisible();
  await expect(box).toHaveValue('Не потеряйте это. @Кто-то');
  await page.context().setOffline(false);
  await page.reload();
  await expect(box).toHaveValue('Не потеряйте это. @Кто-то');
  await box.fill('а'.repeat(40_000));
  await talk.getByRole('button', { name: 'Отправить' }).click();
  await expect(talk.getByText(/Текст\sдлиннее/u)).toBeVisible();
  await box.fill('Лишнее');
  await talk.getByRole('button', { name: 'Отправить' }).click();
  await expect(talk.getByRole('listitem')).toHaveCount(1);
  await talk.getByRole('button', { name: /Отозвать\sнаписанное/u }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click();
  await expect(talk.getByText(/Комментарий\sотозван/u)).toBeVisible();
  await expect(talk.getByText('Лишнее')).toHaveCount(0);
});

test('a long discussion is read page by page, on a phone and in the dark', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Автор', 'Начальник');
  const document = await makeDocument(office, boss, { title: `Поставка ${office.mark}` });
  const texts = Array.from({ length: 52 }, (_, at) => (at === 51 ? 'длинное'.repeat(60) : `Слово ${at + 1}`));
  for (const text of texts) await boss.calls.send('POST', `/docflow/${document.id}/comment`, { text });
  await page.setViewportSize({ width: 390, height: 844 });
  await comeIn(page, boss, `/docflow/${document.id}`);
  const talk = page.getByRole('region', { name: 'Обсуждение' });
  await expect(talk.getByRole('listitem')).toHaveCount(50);
  await expectNoSidewaysScroll(page);
  await talk.getByRole('button', { name: 'Показать прежние' }).click();
  await expect(talk.getByRole('listitem')).toHaveCount(52);
  await expect(talk.getByText('Слово 1', { exact: true })).toBeVisible();
  await expect(talk.getByRole('button', { name: 'Показать прежние' })).toHaveCount(0);
  await expectAccessibleInBoth(page);
});
