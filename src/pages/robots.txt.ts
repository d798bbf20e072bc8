import type { APIRoute } from 'astro';
import { robotsText } from '../lib/seo/robots.ts';
import { site } from '../lib/site/site.ts';

/** What search engines may visit, by the setting ROBOTS. */
export const GET: APIRoute = () => new Response(robotsText(site));
