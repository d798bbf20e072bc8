import type { APIRoute } from 'astro';
import { readContent } from '../lib/content/built-content.ts';
import { publicPages } from '../lib/seo/public-pages.ts';
import { sitemapXml } from '../lib/seo/sitemap.ts';
import { site } from '../lib/site/site.ts';

/** The sitemap of the prebuilt pages; the one of products comes from the catalogue service. */
export const GET: APIRoute = async () => new Response(sitemapXml(site.url, publicPages(await readContent())));
