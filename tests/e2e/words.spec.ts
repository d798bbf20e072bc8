import type { Page } from '@playwright/test';
import { asAdmin, makeCompany } from './settings-calls.ts';
import { expect, PORTAL_PAGES, settled, test } from './test.ts';

/** Names that are the same in every language: kinds of files, keys, applications, and «e-mail», as Russian writes it too. */
const NAMES =
  /^(Ctrl|Cmd|Enter|Esc|Tab|Shift|PDF|Excel|Word|PNG|JPE?G|WebP|GIF|SVG|XLSX?|ODS|CSV|TXT|DOCX?|ZIP|YML|XML|URL|HTTPS?|FTPS?|SFTP|IMAP|SMTP|API|ID|IP|QR|TOTP|SHA|e-mail|Google|Authenticator|Aegis|FAS|Node|SQLite|PostgreSQL)$/i;
/** Addresses, names of files and of settings, codes in capitals (currencies, makes), and classes of HTTP answers. */
const TOKENS = /\b[A-Z]{3,}\b|\b\dxx\b|\S+@\S+|https?:\S+|\.\w+|[A-Z]+(_[A-Z]+)+(=\w+)?|\/[\w/-]+/g;

const latinIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    (text.replace(TOKENS, ' ').match(/[a-z][a-z'-]+/gi) ?? [])
      .filter((word) => !NAMES.test(word))
      .map((word) => `${word}: ${text}`),
  );

/** What the interface says by itself: names of parts, fields, buttons and hints; rows of lists are what people wrote. */
const saysItself = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = 'h1, h2, h3, label, legend, summary, button, thead th, nav a, p, dt, .field-hint, .panel > a';
    const written = 'main li, main tbody, main select, .state-problems details p, .markdown, .logo, dd';
    const texts: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(own)) {
      if (element.closest(written) && !element.matches('li button')) continue;
      const said = element.cloneNode(true) as HTMLElement;
      for (const choice of said.querySelectorAll('select')) choice.remove();
      texts.push((said.textContent ?? '').replace(/«[^»]*»/g, ''));
    }
    for (const field of document.querySelectorAll('[placeholder]')) texts.push(field.getAttribute('placeholder') ?? '');
    return [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
  });

test('with Russian words no page of the portal says an English one', async ({
  page,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/404/);
  test.slow();
  const { directing, task } = await makeCompany(await asAdmin(request));
  await page.addInitScript(() => localStorage.setItem('portalTexts', 'ru'));
  await signIn('/docflow');
  for (const path of [...PORTAL_PAGES, `/setting/edit/routes?directing=${directing.id}&task=${task.id}`]) {
    await page.goto(path);
    await settled(page);
    const texts = await saysItself(page);
    expect(texts.length, path).toBeGreaterThan(5);
    expect.soft(latinIn(texts), path).toEqual([]);
  }
});
