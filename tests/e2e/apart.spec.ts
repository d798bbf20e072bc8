import { expect } from '@playwright/test';
import type { ActionRow } from '../../contract/access/access.ts';
import { INFORMATOR, MAUTH } from '../../contract/api.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { type Apart, startApart } from '../support/apart.ts';
import { mark } from './mark.ts';
import { type Calls, callsOf, makeCompany } from './settings-calls.ts';
import { signInByForm } from './sign-in.ts';
import { test as base } from './test.ts';

const ADMIN = { email: 'chief@parts.example', password: 'Пароль раздельных служб 1' };
/** A build beside other tests takes its time. */
const PATIENCE = { timeout: 90_000 };

const test = base.extend<object, { apart: Apart }>({
  apart: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs here.
    async ({}, use) => {
      const apart = await startApart(ADMIN);
      await use(apart);
      await apart.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ apart }, use) => use(apart.site),
});

/** A document that waits for the signature of its author, made beside the page. */
async function ownDocument(calls: Calls, title: string): Promise<Document> {
  const { uid, email } = await calls.get<{ uid: string; email: string }>('/user/');
  const { role, directing, task } = await makeCompany(calls);
  const actions = await calls.get<ActionRow[]>('/action/');
  const all = Object.fromEntries(actions.map(({ id }) => [`id_${id}`, true]));
  await calls.send('POST', '/setting/access', {
    [`id_${role.id}`]: { [`id_${directing.id}`]: { [`id_${task.id}`]: all } },
  });
  await calls.send('PATCH', '/setting/access/bundle/role', { email, roleId: role.id });
  return calls.send<Document>('POST', '/docflow', {
    title,
    description: 'Подписывается в **другой** службе',
    directingId: directing.id,
    taskId: task.id,
    acceptor: { [uid]: '' },
    recipient: {},
  });
}

test('four services at four addresses and files at a fifth are one product', { tag: '@deep' }, async ({
  page,
  request,
  apart,
}) => {
  test.setTimeout(300_000);
  const html = async (path: string) => (await request.get(path)).text();
  await expect.poll(() => html('/about/company'), PATIENCE).toContain('<h1');

  await signInByForm(page, ADMIN, '/catalog');
  // The picture of SITE_LOGO came with the pages and bears the name of the shop.
  const logo = page.getByRole('banner').getByRole('img', { name: 'Раздельные запчасти' });
  await expect(logo).toHaveJSProperty('naturalWidth', 256);
  await expect(logo).toBeVisible();
  await page.getByRole('searchbox').fill('04465 33471');
  await page.getByRole('button', { name: 'Найти' }).click();
  await page.locator('.part').filter({ hasText: '04465-33471' }).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/catalog\/product\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/колодки/i);

  const account = await request.post(`${apart.hosts.mauth}${MAUTH}/signin`, { data: ADMIN });
  const { access } = (await account.json()) as { access: string };
  const title = `Акт ${mark()}`;
  const { id } = await ownDocument(callsOf(request, access, apart.hosts.informator + INFORMATOR), title);
  await page.goto(`/docflow/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Подписать', exact: true }).click();
  await expect(page.getByText(/^Подписано:/)).toBeVisible();

  const added = `Проверено ${mark()}`;
  await page.goto('/about/company');
  await page.getByRole('button', { name: 'Редактировать страницу' }).click();
  const field = page.getByRole('textbox', { name: 'Текст страницы' });
  await expect(field).not.toBeEmpty();
  await field.fill(`${await field.inputValue()}\n\n## ${added}\n`);
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await expect(page.getByText('Изменения сохранены.')).toBeVisible();
  await expect(page.getByText('Опубликовано')).toBeVisible(PATIENCE);
  await expect.poll(() => html('/about/company'), PATIENCE).toContain(added);
});
