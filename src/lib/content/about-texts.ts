import type { AboutAlias, MAIN_PAGE } from '../paths/paths.ts';
import { frame } from '../texts/frame-texts.ts';

export const about = {
  pages: 'Страницы о\u00a0компании',
  loading: 'Загружаем текст страницы…',
  empty:
    'Текст этой страницы ещё не\u00a0опубликован. Позвоните или напишите нам\u00a0— ответим на\u00a0все вопросы.',
  failed: 'Не\u00a0удалось загрузить текст страницы. Обновите её или свяжитесь с\u00a0нами.',
  noScript: 'Чтобы увидеть текст этой страницы, включите JavaScript или свяжитесь с\u00a0нами:',
} as const;

/** The company pages as menus call them. */
export const aboutNames: Readonly<Record<AboutAlias | typeof MAIN_PAGE, string>> = {
  contact: frame.contacts,
  company: frame.company,
  credential: frame.credential,
  delivery: frame.delivery,
  garanty: frame.garanty,
  mainPage: 'Текст главной страницы',
};
