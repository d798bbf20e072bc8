import { expect, type Page } from '@playwright/test';
import { PORTAL_WORDS, type PortalTexts } from '../../src/lib/platform/words-table.ts';
import { makeDocument } from './documents.ts';
import { comeIn, EVERYTHING, openOffice } from './office.ts';
import { expectAccessible, expectNoSidewaysScroll, settled, test, withTheme } from './test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Главное меню' });
const field = (page: Page) => page.getByRole('combobox', { name: /Поиск\sпо.рабочему\sместу/ });
const commands = (page: Page) => page.getByRole('dialog', { name: 'Команды' });

test('the frame of staff has a menu with the present place and what waits, one search and no footer', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const boss = await office.hire('Начальник', 'Начальник');
  const author = await office.hire('Автор', 'Начальник');
  const { id } = await makeDocument(office, author, { title: `Приказ ${office.mark}`, acceptors: [boss] });
  await comeIn(page, boss, '/docflow');
  const link = menu(page).getByRole('link', { name: /^Документы/ });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(link).toHaveText(/^Документы1/);
  await expect(menu(page).getByRole('link', { name: 'Настройки' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('search')).toHaveCount(1);
  await expectAccessible(page);
  await page.goto(`/docflow/${id}`);
  await expect(link).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Подписать' }).click();
  await expect(page.getByText(/^Подписано:/)).toBeVisible();
  await expect(link).toHaveText('Документы');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Меню' }).click();
  await expect(link).toBeVisible();
  await expectNoSidewaysScroll(page);
  await link.click();
  await expect(page).toHaveURL(/\/docflow$/);
  await expect(link).toBeHidden();
});

test('everything is gone to, found and created from the keyboard, by rights', async ({ page, request }) => {
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const boss = await office.hire('Начальник', 'Начальник');
  const contract = await makeDocument(office, boss, { title: `Договор ${office.mark}` });
  await comeIn(page, boss, '/user');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(field(page)).toBeVisible();

  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(office.mark);
  await expect(page.getByRole('option', { name: new RegExp(contract.title) })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docflow\/list\/?\?search=/);
  await expect(page.getByRole('link', { name: contract.title })).toBeVisible();

  await page.keyboard.press('Control+KeyK');
  await expect(commands(page).getByRole('combobox')).toBeFocused();
  await expect(commands(page).getByRole('option', { name: /Журнал/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.type(`№ ${contract.num}`);
  await expect(commands(page).getByRole('option', { name: new RegExp(contract.title) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(commands(page)).toBeHidden();

  await page.keyboard.press('Control+KeyK');
  await expect(commands(page).getByRole('combobox')).toBeFocused();
  // Quick fingers: the next press comes before the dialog has said that it was closed.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    const press = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    document.dispatchEvent(new KeyboardEvent('keydown', press));
  });
  await expect(commands(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('create doc');
  await expect(commands(page).getByRole('option').first()).toContainText('Create document');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docflow\/create\/doc$/);
  await expect(commands(page)).toBeHidden();
});

test('an administrator finds people and settings, and is led through the first steps', async ({
  page,
  request,
  signIn,
}) => {
  const office = await openOffice(request, {});
  const colleague = await office.hire('Коллега', '');
  await withTheme(page, 'dark');
  await signIn('/docflow');
  const steps = page.getByRole('region', { name: 'Первые шаги' });
  await expect(steps.getByRole('listitem')).toHaveCount(6);
  await expect(steps.getByText(/Первый\sколлега.*готово/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+KeyK');
  await expect(commands(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('журн');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/setting\/edit\/journal$/);
  await expect(menu(page).getByRole('link', { name: /^Настройки/ })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Control+KeyK');
  await expect(commands(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(colleague.email);
  await commands(page)
    .getByRole('option', { name: new RegExp(`${colleague.email}.*человек`) })
    .click();
  await expect(page).toHaveURL(/\/setting\/edit\/people\?person=/);
  await expect(page.getByText(colleague.email, { exact: true })).toBeVisible();

  await page.goto('/docflow');
  await expect(steps.getByRole('listitem').filter({ hasText: 'Язык подписей' })).not.toContainText('готово');
  await steps.getByRole('link', { name: /Выбрать\sв.кабинете/ }).click();
  await page.getByRole('radio', { name: 'Русские' }).check();
  await page.goto('/docflow');
  await expect(steps.getByRole('listitem').filter({ hasText: 'Язык подписей' })).toContainText('готово');
  await steps.getByRole('button', { name: 'Больше не показывать' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: /^На.согласование/ })).toBeVisible();
  await expect(steps).toBeHidden();
});

/** Whole texts, labels and hints of a page, as people read and hear them. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const walker = document.createTreeWalker(main ?? document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
    for (const element of main?.querySelectorAll('[aria-label], [placeholder], [title]') ?? [])
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '');
    return texts.map((text) => text.trim()).filter(Boolean);
  });

const wordsOf = (texts: PortalTexts): string[] =>
  Object.values(PORTAL_WORDS)
    .flatMap((part) => Object.values(part))
    .map((word) => word[texts]);

/** The former portal had no list of people: it is in Russian in both sets, with the button that a long one ends with. */
const PEOPLE = '/setting/edit/people';

test('no page of the portal mixes both sets of words, and the cabinet chooses between them', async ({
  page,
  signIn,
}) => {
  await signIn('/user');
  const pages = [
    '/docflow',
    '/docflow/list/?acceptor=0&limit=50',
    '/docflow/create/doc',
    '/newsLine',
    '/newsLine/createNews',
    '/newsLine/1',
    '/user',
    PEOPLE,
  ];
  for (const [shown, other, name] of [
    ['ru', 'spec', 'Русские'],
    ['spec', 'ru', /Английские/],
  ] as const) {
    await page.goto('/user');
    await page.getByRole('radio', { name }).check();
    for (const path of pages) {
      const ownWords = path === PEOPLE ? ['Загрузить ещё'] : [];
      await page.goto(path);
      await settled(page);
      const texts = await shownTexts(page);
      // The list is named for readers as the menu names it, in Russian in both sets.
      const foreign = wordsOf(other).filter((word) => word !== 'Документы' && !ownWords.includes(word));
      expect(
        texts.filter((text) => foreign.includes(text)),
        `${path} in ${shown}`,
      ).toEqual([]);
    }
    await page.goto('/docflow');
    const first = PORTAL_WORDS.docflow.forApproval[shown].replace('\u00a0', ' ');
    await expect(page.getByRole('link', { name: new RegExp(`^${first.replace(' ', '.')}`) })).toBeVisible();
  }
});
