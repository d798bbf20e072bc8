import type { APIRoute } from 'astro';
import { readContent } from '../lib/pages/built-content.ts';
import { publicPages, sitemapXml } from '../lib/platform/search-engines.ts';
import { site } from '../lib/platform/site.ts';

/** The sitemap of the prebuilt pages; the one of products comes from the catalogue service. */
export const GET: APIRoute = async () => new Response(sitemapXml(site.url, publicPages(await readContent())));
