// Builds /robots.txt: what search engines may visit, by the setting ROBOTS.
import type { APIRoute } from 'astro';
import { robotsText } from '../lib/platform/search-engines.ts';
import { site } from '../lib/platform/site.ts';

export const GET: APIRoute = () => new Response(robotsText(site));
