import { escapeText } from '../../../rules/markdown/escape.ts';
import type { PublicPage } from './public-pages.ts';

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
