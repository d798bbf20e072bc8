import type { APIRoute } from 'astro';
import { site } from '../lib/site.ts';

const RULES = {
  index: ['User-agent: *', 'Disallow: /api/', 'Disallow: /auth', 'Disallow: /catalog/edit/'],
  noindex: ['User-agent: *', 'Disallow: /'],
} as const;

/** What search engines may visit, by the setting ROBOTS. */
export const GET: APIRoute = () => new Response(`${RULES[site.robots].join('\n')}\n`);
