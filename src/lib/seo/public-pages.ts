import type { SiteContent } from '../../../contract/site.ts';
import { ABOUT_ALIASES, paths } from '../paths.ts';

/** A page that search engines may visit. */
export interface PublicPage {
  readonly path: string;
  /** When its content changed last, ISO 8601; not always known. */
  readonly changed?: string | undefined;
}

/** The prebuilt pages for search engines. Of the front page the last change of a slide is known. */
export function publicPages(content: SiteContent | null): PublicPage[] {
  const changes = content?.slides.map(({ updatedAt }) => updatedAt).sort() ?? [];
  return [
    { path: paths.home, changed: changes.at(-1) },
    { path: paths.catalog },
    { path: paths.catalogList },
    { path: paths.priceDownload },
    ...ABOUT_ALIASES.map((alias) => ({ path: paths.about(alias) })),
  ];
}
