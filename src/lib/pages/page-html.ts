// Turns the text of a company page, or of the front page, into HTML with one main heading; for build and browser, with
// the few texts around it.
import { typographed } from '../../../rules/format/typography.ts';
import { escapeText } from '../../../rules/markdown/inline.ts';
import { belowLevel, markupHtml } from '../markdown/markup.ts';

const TITLE = /^<h1>.*?<\/h1>/;

/** A company page with one heading of the first level, its own or the page's name; without text a notice. */
export function aboutHtml(name: string, text: string | null): string {
  const html = text === null ? `<p class="muted">${escapeText(about.empty)}</p>` : markupHtml(text).trim();
  const title = TITLE.exec(html)?.[0];
  const rest = html.slice(title?.length ?? 0);
  return (title ?? `<h1>${escapeText(name)}</h1>`) + (rest.includes('<h1>') || !title ? belowLevel(2, rest) : rest);
}

export const about = typographed({
  pages: 'Страницы о компании',
  loading: 'Загружаем текст страницы…',
  empty: 'Текст этой страницы ещё не опубликован. Позвоните или напишите нам — ответим на все вопросы.',
  failed: 'Не удалось загрузить текст страницы. Обновите её или свяжитесь с нами.',
  noScript: 'Чтобы увидеть текст этой страницы, включите JavaScript или свяжитесь с нами:',
} as const);

/** The heading of the page stands above. */
const HIGHEST = 2;

export const frontHtml = (text: string | null): string => (text === null ? '' : belowLevel(HIGHEST, markupHtml(text)));
