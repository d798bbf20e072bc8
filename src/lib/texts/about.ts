import type { AboutAlias } from '../paths.ts';
import { frame } from './frame.ts';

export const about = { pages: 'Страницы о\u00a0компании' } as const;

/** The company pages as menus call them. */
export const aboutNames: Readonly<Record<AboutAlias, string>> = {
  contact: frame.contacts,
  company: frame.company,
  credential: frame.credential,
  delivery: frame.delivery,
  garanty: frame.garanty,
};
