// What the build writes for search engines and feed readers: sitemap of the fixed pages, robots.txt, clean texts for
// RSS. Product pages have a sitemap of the server.

import type { SiteContent } from '../../../contract/operations/state.ts';
import { escapeText } from '../../../rules/markdown/inline.ts';
import { NAME_LISTS } from '../../../rules/routes.ts';
import type { SiteSettings } from '../../../settings/site.ts';
import { ABOUT_ALIASES, MAIN_PAGE, paths } from './paths.ts';

interface PublicPage {
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
    ...Object.values(NAME_LISTS).map((path) => ({ path })),
    { path: paths.catalogList },
    { path: paths.priceDownload },
    ...ABOUT_ALIASES.map((alias) => ({ path: paths.about(alias), changed: saved.get(alias) })),
  ];
}

/** Pages as a sitemap (https://www.sitemaps.org/protocol.html). */
export function sitemapXml(address: string, pages: readonly PublicPage[]): string {
  const urls = pages.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${escapeText(changed)}</lastmod>` : '';
    return `<url><loc>${escapeText(address + path)}</loc>${lastmod}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

/** Areas that need an account, and calls: nothing there is worth a visit. Pictures of parts and slides are. */
const CLOSED = ['/auth', '/user', '/setting', '/docflow', '/newsLine', '/catalog/edit/', '/api/'];
const OPEN = ['/api/bridge/card/photo/', '/api/mnote/static/images/'];

/** The text of robots.txt (RFC 9309). */
export function robotsText({ robots, url }: Pick<SiteSettings, 'robots' | 'url'>): string {
  const lines =
    robots === 'noindex'
      ? ['User-agent: *', 'Disallow: /']
      : [
          'User-agent: *',
          ...OPEN.map((path) => `Allow: ${path}`),
          ...CLOSED.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${url}/sitemap.xml`,
        ];
  return `${lines.join('\n')}\n`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** A text without what no XML 1.0 can hold: one such character, and readers drop the whole feed. */
export const feedText = (text: string): string => text.toWellFormed().replace(UNWRITABLE, '');
