import { readSite, type SiteSettings } from './site-settings.ts';

/** The settings of this installation; outside of a build the demonstration ones. */
export const site: SiteSettings = typeof __SITE__ === 'undefined' ? readSite({}) : __SITE__;

/** Address that dials the company, of the digits alone. */
export const phoneLink = `tel:${site.phone.replace(/[^\d+]/g, '')}`;

/** Address that writes to the company, with an optional subject and text. */
export function mailLink(subject?: string, body?: string): string {
  const parts = Object.entries({ subject, body }).filter(([, value]) => value);
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  return `mailto:${site.email}${query && `?${query}`}`;
}
