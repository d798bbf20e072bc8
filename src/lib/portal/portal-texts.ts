import { site } from '../site/site.ts';

/** Texts of the signed-in shell. */
export const portal = {
  loading: 'Загружаем…',
  documents: 'Документы',
  cabinet: 'Кабинет',
  title: (heading: string): string => `${heading}\u00a0— ${site.name}`,
  noScript: 'Эта страница работает только с\u00a0включённым JavaScript. Если нужна помощь, позвоните:',
} as const;
