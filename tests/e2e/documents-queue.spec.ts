import { expect } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { makeDocument, SAVE } from './documents.ts';
import { comeIn, EVERYTHING, openOffice, openOfficeOfTwo } from './office.ts';
import { STAFF_PASSWORD } from './settings-calls.ts';
import { signOut } from './sign-in.ts';
import { expectAccessible, expectFits, test } from './test.ts';

const RIGHTS = {
  Начальник: EVERYTHING,
  Подписант: [ACTIONS.approve, ACTIONS.acknowledge],
  Читатель: [ACTIONS.acknowledge],
};

test('what waits is worked through by one key, and what was declined comes back', async ({ page, request }) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const titles = ['Первый', 'Второй', 'Третий'].map((name) => `${name} ${office.mark}`);
  for (const title of titles) await makeDocument(office, boss, { title, acceptors: [signer] });
  // A user who signs in without a target page begins with what waits.
  await page.goto('/auth');
  await page.getByLabel('Электронная почта').fill(signer.email);
  await page.getByLabel('Пароль', { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/docflow$/);
  const waiting = page.getByRole('region', { name: /Ждут\sменя/ });
  await expect(waiting.getByRole('listitem')).toHaveCount(3);
  await expect(waiting).toContainText('сегодня');
  await expectAccessible(page);
  await waiting.getByRole('link', { name: titles[0] }).click();
  for (const [place, title] of titles.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    if (place === 1) {
      await page.getByRole('button', { name: 'Отклонить…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Причина').fill('Нет сметы');
      await dialog.getByRole('button', { name: 'Отклонить' }).click();
      await page.getByRole('link', { name: 'Следующий документ' }).click();
    } else {
      await expect(page.getByRole('button', { name: 'Подписать' })).toBeVisible();
      await page.keyboard.press('Alt+Enter');
      const question = page.getByRole('dialog', { name: 'Подписать документ?' });
      await expect(question).toContainText(title);
      await page.keyboard.press('Enter');
    }
  }
  await expect(page.getByText(/^Подписано:/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Следующий документ' })).toHaveCount(0);
  await page.goto('/docflow');
  await expect(page.getByText(/Сейчас\sот.вас\sничего\sне.ждут/)).toBeVisible();
  await signOut(page);

  await comeIn(page, boss, '/docflow');
  const returned = page.getByRole('region', { name: /Нужен\sваш\sответ/ });
  await expect(returned.getByRole('listitem')).toHaveCount(1);
  await expect(returned).toContainText(`Отклонено (${signer.name}): «Нет сметы»`);
  await expect(page.getByText(/Сейчас\sот.вас\sничего\sне.ждут/)).toHaveCount(0);
  await returned.getByRole('link', { name: /Исправить/ }).click();
  await expect(page).toHaveURL(/\/docflow\/edit\/doc\/\d+$/);
});

test('a question to the author is called a question, with who asks and its beginning', async ({ page, request }) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const { id } = await makeDocument(office, boss, { title: `Поставка ${office.mark}`, acceptors: [signer] });
  await signer.calls.send('POST', `/docflow/${id}/comment`, { kind: 'question', text: 'Где приложение?' });
  await comeIn(page, boss, '/docflow');
  const returned = page.getByRole('region', { name: /Нужен\sваш\sответ/ });
  await expect(returned).toContainText(`Спрашивает ${signer.name}: «Где приложение?»`);
  await expect(returned).toContainText('Вопрос');
  await expect(returned).not.toContainText('Отклонен');
  await expectFits(page);
  await returned.getByRole('link', { name: /Ответить/ }).click();
  await expect(page).toHaveURL(new RegExp(`/docflow/${id}$`));
});

test('the form says who will be asked, takes no name for a person, and asks before it asks nobody', async ({
  page,
  request,
}) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  await comeIn(page, boss, '/docflow/create/doc');
  await page.getByRole('textbox', { name: 'Название документа' }).fill(`Приказ ${office.mark}`);
  await expect(page.getByText(/^Документ\sникому\sне\sуйдёт:\sникто\sне\sуказан\.$/)).toBeVisible();
  const record = page.getByRole('button', { name: SAVE });
  await record.click();
  const question = page.getByRole('dialog', { name: 'Сохранить без подписантов?' });
  await question.getByRole('button', { name: 'Вернуться к форме' }).click();

  const field = page.getByRole('combobox', { name: 'Добавить подписанта' });
  await field.fill(signer.name);
  await expect(page.getByRole('option', { name: signer.name })).toBeVisible();
  await record.click();
  await expect(page.getByText(/человек\sне.выбран/)).toBeVisible();
  await expect(field).toBeFocused();
  await page.getByRole('option', { name: signer.name }).click();
  await expect(page.getByText(/человек\sне.выбран/)).toHaveCount(0);
  await expect(page.getByText(`После отправки подписывает: ${signer.name}.`)).toBeVisible();
  await record.click();
  await expect(page.getByText(`Отправлено на согласование: ${signer.name}.`)).toBeVisible();
});

test('a document without signatories is called so, in the list and on its page', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const { id } = await makeDocument(office, boss, { title: `Памятка ${office.mark}` });
  await comeIn(page, boss, `/docflow/${id}`);
  await expect(page.getByText(/Без.подписантов/).first()).toBeVisible();
  await page.goto('/docflow/list/?limit=50&state=none');
  await expect(page.getByRole('link', { name: `Памятка ${office.mark}` })).toBeVisible();
  await expect(page.getByText('Завершён', { exact: true })).toHaveCount(0);
});

test('who cannot decide for somebody is told before he is named, and is not named for nothing', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const reader = await office.hire('Читатель', 'Читатель');
  const helper = await office.hire('Подписант', 'Подписант');
  await comeIn(page, boss, '/user');
  const form = page.getByRole('form', { name: 'Замещение' });
  const choose = async (name: string) => {
    await form.getByRole('combobox', { name: 'Кто замещает' }).fill(name);
    await form.getByRole('option', { name: new RegExp(name) }).click();
  };
  await choose(reader.name);
  await expect(form.getByText(/прав\sу.коллеги\sнет, они\sбудут\sждать\sвас:/)).toBeVisible();
  await expect(form.getByText(/«Согласовать»/)).toBeVisible();
  await form.getByRole('button', { name: 'Выбрать другого' }).click();
  await choose(helper.name);
  await expect(form.getByText(/можно\sбудет\sподписать\sи.прочитать\sвсё/)).toBeVisible();
});

test('an account that was disabled is marked among those who are asked', async ({ page, request }) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const { id } = await makeDocument(office, boss, { title: `Заявка ${office.mark}`, acceptors: [signer] });
  await office.grant('Подписант', []);
  await comeIn(page, boss, `/docflow/${id}`);
  await expect(page.getByText(/Роль\sбольше\sне.даёт\sправа\sподписывать/)).toBeVisible();
  expect(await boss.calls.get<Document>(`/docflow/${id}`)).toMatchObject({ unable: [{ why: 'no right' }] });
});

test('the queue is accessible and fits', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const long = `Договор ${'длинного названия '.repeat(4)}${'Щ'.repeat(40)} ${office.mark}`;
  await makeDocument(office, boss, { title: long, acceptors: [boss], recipients: [boss] });
  await comeIn(page, boss, '/docflow');
  await expect(page.getByRole('region', { name: /Ждут\sменя/ }).getByRole('listitem')).toHaveCount(1);
  await expectFits(page);
});
