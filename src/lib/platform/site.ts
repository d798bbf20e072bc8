// The settings of this installation as pages have them (settings/site.ts), and links that dial or write to the company.

/** The settings of this installation. */
export const site = __SITE__;

/** The town of the warehouse as a sentence goes on with it, kept in one line with its preposition. */
export const inTown = site.town.replace(' ', '\u00a0');

/** Address that dials the company, of the digits alone. */
export const phoneLink = `tel:${site.phone.replace(/[^\d+]/g, '')}`;

/** Address that writes to the company, with an optional subject and text. */
export function mailLink(subject?: string, body?: string): string {
  const parts = Object.entries({ subject, body }).filter(([, value]) => value);
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  return `mailto:${site.email}${query && `?${query}`}`;
}
