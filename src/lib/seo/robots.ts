import type { SiteSettings } from '../../../settings/site.ts';

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
