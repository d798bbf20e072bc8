// Builds the sitemap of the prebuilt pages for search engines; the one of products comes from the catalogue service.
import type { APIRoute } from 'astro';
import { readContent } from '../lib/pages/built-content.ts';
import { publicPages, sitemapXml } from '../lib/platform/search-engines.ts';
import { site } from '../lib/platform/site.ts';

export const GET: APIRoute = async () => new Response(sitemapXml(site.url, publicPages(await readContent())));
