import type { PartsDirectory } from '../../contract/parts.ts';
import { browsedNames, namePath } from '../../rules/parts/names.ts';

const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The first page of every maker and brand (https://www.sitemaps.org/protocol.html); the others are linked from it. */
export function namesSitemap(directory: PartsDirectory, siteAddress: string): string {
  const urls = (['maker', 'brand'] as const).flatMap((kind) =>
    // Nothing in a slug in percent notation is markup.
    browsedNames(directory, kind).map(
      ({ slug }) => `<url><loc>${siteAddress}${namePath(kind, slug)}</loc></url>\n`,
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${SCHEMA}>\n${urls.join('')}</urlset>\n`;
}
