import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Profile } from '../../contract/people/profiles.ts';
import { asAdmin, makeAdministrator, STAFF_PASSWORD } from './settings-calls.ts';
import { expectAccessible, expectNoSidewaysScroll, switchTheme, test } from './test.ts';

interface Place {
  readonly path: string;
  /** Waits until the page shows what it is for. */
  readonly ready: (page: Page) => Promise<void>;
  /** Answers 404 by design. */
  readonly missing?: boolean;
}

const heading = async (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

const PUBLIC: readonly Place[] = [
  { path: '/', ready: heading },
  { path: '/catalog', ready: heading },
  {
    path: '/catalog?query=740.1003010',
    ready: async (page) => expect(page.getByText('Точных совпадений')).toBeVisible(),
  },
  {
    path: '/catalog?query=щщщщщщщ777',
    ready: async (page) => expect(page.getByText(/товары\sне.найдены/).first()).toBeVisible(),
    missing: true,
  },
  { path: '/catalog/list', ready: heading },
  { path: '/catalog/1', ready: heading },
  { path: '/catalog/download/price', ready: heading },
  { path: '/about/company', ready: heading },
  { path: '/about/credential', ready: heading },
  { path: '/about/garanty', ready: heading },
  { path: '/about/contact', ready: heading },
  { path: '/about/delivery', ready: heading },
  { path: '/auth', ready: async (page) => expect(page.getByLabel('Электронная почта')).toBeVisible() },
  {
    path: '/auth?why=forbidden&from=%2Fcatalog',
    ready: async (page) => expect(page.getByText('Недостаточно прав')).toBeVisible(),
  },
  { path: '/no/such/page', ready: heading, missing: true },
];

const SIGNED_IN: readonly Place[] = [
  {
    path: '/catalog/edit/brands',
    ready: async (page) => expect(page.getByRole('button', { name: 'Новая запись' })).toBeVisible(),
  },
  {
    path: '/catalog/edit/providers',
    ready: async (page) => expect(page.getByRole('button', { name: 'Новая запись' })).toBeVisible(),
  },
  {
    path: '/catalog/edit/upload',
    ready: async (page) => expect(page.getByRole('button', { name: 'Проверить' })).toBeVisible(),
  },
  {
    path: '/catalog/edit/imports',
    ready: async (page) =>
      expect(page.getByRole('list', { name: 'История загрузок' }).or(page.getByText('Загрузок пока'))).toBeVisible(),
  },
  {
    path: '/catalog/edit/sources',
    ready: async (page) => expect(page.getByRole('button', { name: 'Новый источник' })).toBeVisible(),
  },
  ...['roles', 'directings', 'processes', 'actions'].map((list) => ({
    path: `/setting/edit/${list}`,
    ready: async (page: Page) => expect(page.getByRole('button', { name: 'Новая запись' })).toBeVisible(),
  })),
  {
    path: '/setting/edit/access',
    ready: async (page) => expect(page.getByRole('button', { name: 'Сохранить все' })).toBeVisible(),
  },
  {
    path: '/setting/edit/routes?directing=1&task=1',
    ready: async (page) => expect(page.getByRole('button', { name: 'Добавить шаг' })).toBeVisible(),
  },
  {
    path: '/setting/edit/bundle/role',
    // Tests beside fill this list to its hundred rows, each with all their roles: too much for a walk by axe.
    ready: async (page) => {
      await page.getByRole('searchbox', { name: /поиск\sпользователя/ }).fill(process.env.E2E_ADMIN_EMAIL ?? '');
      await expect(page.getByRole('list', { name: /Пользователи/ }).getByRole('listitem')).toHaveCount(1);
    },
  },
  {
    path: '/newsLine',
    ready: async (page) => expect(page.getByRole('list', { name: 'Список слайдов' })).toBeVisible(),
  },
  { path: '/newsLine/1', ready: async (page) => expect(page.getByRole('button', { name: 'Удалить' })).toBeVisible() },
  ...['/newsLine/createNews', '/newsLine/editNews/1'].map((path) => ({
    path,
    ready: async (page: Page) => expect(page.getByRole('button', { name: 'Записать' })).toBeVisible(),
  })),
  {
    path: '/docflow',
    ready: async (page) => {
      await expect(page.getByRole('link', { name: /^For approval/ })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
    },
  },
  {
    path: '/docflow/list/?limit=50',
    ready: async (page) => expect(page.getByRole('heading', { name: 'Documents: My documents' })).toBeVisible(),
  },
  {
    path: '/docflow/create/doc',
    // What follows the heading depends on the role that other tests may have given.
    ready: async (page) => {
      await expect(page.getByRole('heading', { name: 'Создание документа' })).toBeVisible();
      await expect(page.getByText(/Загружаем\sнаправления/)).toBeHidden();
    },
  },
  { path: '/about/mainPage', ready: heading },
];

/** Who opens the pages of administrators: each worker's own, because an account has five sessions and other tests sign in too. */
let own: Promise<string> | null = null;

/** An administrator with the role of the first one; resolves to the address. */
async function makeColleague(request: APIRequestContext): Promise<string> {
  const email = await makeAdministrator(request, 'Администратор страниц');
  const admin = await asAdmin(request);
  const first = encodeURIComponent(process.env.E2E_ADMIN_EMAIL ?? '');
  const [profile] = await admin.get<Profile[]>(`/user/search/?search=${first}`);
  const roleId = profile?.roles[0]?.id;
  await admin.send('PATCH', '/setting/access/bundle/role', { email, roleId });
  return email;
}

/** Looks at a page that is open in the light theme on a desktop, and then in the dark one on the narrowest phone. */
async function check(page: Page, place: Place): Promise<void> {
  await place.ready(page);
  await expect(page).toHaveTitle(/\S/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await switchTheme(page, 'dark');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

for (const place of PUBLIC) {
  test(`${place.path} is accessible and fits`, async ({ page, allowConsole }) => {
    if (place.missing) allowConsole(/404/);
    await page.goto(place.path);
    await check(page, place);
  });
}

for (const place of SIGNED_IN) {
  test(`${place.path} is accessible to administrators and fits`, async ({ page, signIn, request }) => {
    test.slow();
    own ??= makeColleague(request);
    await signIn(place.path, { email: await own, password: STAFF_PASSWORD });
    await check(page, place);
  });
}

test('the theme is switched, kept, and there before the first paint', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Тёмная тема' }).or(page.getByRole('switch')).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      (window as unknown as { early: string | undefined }).early = document.documentElement.dataset.theme;
    });
  });
  await page.goto('/about/company');
  expect(await page.evaluate(() => (window as unknown as { early: string | undefined }).early)).toBe('dark');
});

test('an unknown address is a real 404 with a way home', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404 Страница не существует')).toBeVisible();
  await expect(page.getByText('Вы запросили страницу, которой не существует.')).toBeVisible();
  await page
    .getByRole('link', { name: /на\sглавную/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/$/);
});

test('no link of any public page is dead', async ({ page, request, allowConsole }) => {
  allowConsole(/404/);
  const found = new Set<string>();
  for (const place of PUBLIC) {
    await page.goto(place.path);
    await place.ready(page);
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    for (const link of links) if (link) found.add(link.split('#')[0] ?? link);
  }
  const dead: string[] = [];
  for (const link of found) if ((await request.get(link)).status() !== 200) dead.push(link);
  expect(dead).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens, walks and closes by keyboard', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'Меню' });
    const first = page.locator('#main-menu').getByRole('link', { name: 'Каталог' });
    await expect(first).toBeHidden();
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(first).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(first).toBeHidden();
    await expect(menu).toBeFocused();
  });
});

test('the skip link leads past the header', async ({ page }) => {
  await page.goto('/about/company');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'К содержанию' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#/);
});
