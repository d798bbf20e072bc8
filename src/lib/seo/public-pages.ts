import type { SiteContent } from '../../../contract/site.ts';
import { ABOUT_ALIASES, MAIN_PAGE, paths } from '../paths/paths.ts';

/** A page that search engines may visit. */
export interface PublicPage {
  readonly path: string;
  /** When its content changed last, ISO 8601; not always known. */
  readonly changed?: string | undefined;
}

/** The prebuilt pages for search engines. The front page changes with its text and with every slide. */
export function publicPages(content: SiteContent | null): PublicPage[] {
  const saved = new Map(content?.about.map(({ alias, updatedAt }) => [alias, updatedAt]));
  const onFront = [saved.get(MAIN_PAGE) ?? '', ...(content?.slides.map(({ updatedAt }) => updatedAt) ?? [])];
  return [
    { path: paths.home, changed: onFront.sort().at(-1) },
    { path: paths.catalog },
    { path: paths.makers },
    { path: paths.brandsOfParts },
    { path: paths.catalogList },
    { path: paths.priceDownload },
    ...ABOUT_ALIASES.map((alias) => ({ path: paths.about(alias), changed: saved.get(alias) })),
  ];
}
