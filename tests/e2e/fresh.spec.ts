import type { APIRequestContext } from '@playwright/test';
import { mark } from './mark.ts';
import { expect, test } from './test.ts';

/** Building under load takes its time; how fast it is, the benchmark measures. */
const PATIENCE = { timeout: 60_000 };

/** Calls of the administrator. */
async function administrator(request: APIRequestContext) {
  const account = { email: process.env.E2E_ADMIN_EMAIL ?? '', password: process.env.E2E_ADMIN_PASSWORD ?? '' };
  const { access } = (await (await request.post('/api/mauth/signin', { form: account })).json()) as { access: string };
  return { Authorization: `Bearer ${access}` };
}

test('a saved company page is read without script', { tag: '@deep' }, async ({ request, browser, baseURL }) => {
  test.setTimeout(180_000);
  const headers = await administrator(request);
  const page = '/api/informator/about/credential';
  const { mdInfo } = (await (await request.get(page)).json()) as { mdInfo: string };
  const html = async () => (await request.get('/about/credential')).text();

  const added = `Новый счёт открыт ${mark()}`;
  const saved = await request.patch(page, { headers, form: { mdInfo: `${mdInfo}\n\n## ${added}\n` } });
  expect(saved.status()).toBe(200);
  await expect.poll(html, PATIENCE).toContain(added);

  const reader = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const view = await reader.newPage();
  await view.goto('/about/credential');
  await expect(view.getByRole('heading', { name: added })).toBeVisible();
  await reader.close();

  await request.patch(page, { headers, form: { mdInfo } });
  await expect.poll(html, PATIENCE).not.toContain(added);
});

test('a published slide is read without script, a removed one no longer', { tag: '@deep' }, async ({ request }) => {
  test.setTimeout(180_000);
  const headers = await administrator(request);
  const title = `Акция ${mark()}`;
  const slide = { title, message: 'Фильтры со скидкой', isPublic: 'true' };
  const made = await request.post('/api/mnote/', { headers, multipart: slide });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: number };
  const html = async () => (await request.get('/')).text();
  await expect.poll(html, PATIENCE).toContain(title);
  await request.delete(`/api/mnote/${id}`, { headers });
  await expect.poll(html, PATIENCE).not.toContain(title);
});
