// Facts about the shop, the site and the place of a page in it as schema.org data, which search engines read in the
// public pages.
import type { AutoPartsStore, BreadcrumbList, WebSite, WithContext } from 'schema-dts';
import type { SiteSettings } from '../../../settings/site.ts';
import { frame } from './frame-texts.ts';
import { paths } from './paths.ts';
import { site } from './site.ts';

const CONTEXT = 'https://schema.org';

type Shop = Pick<SiteSettings, 'url' | 'name' | 'phone' | 'email' | 'address' | 'stated'>;

/** The company as a shop of parts; what is not set is left out (https://schema.org/AutoPartsStore). */
export const shopData = ({ url, name, phone, email, address, stated }: Shop): WithContext<AutoPartsStore> => ({
  '@context': CONTEXT,
  '@type': 'AutoPartsStore',
  '@id': `${url}/#shop`,
  name,
  url: `${url}/`,
  image: `${url}/og.png`,
  ...(stated.phone && { telephone: phone }),
  ...(stated.email && { email }),
  ...(stated.address && { address }),
});

/** The site and how it is searched (https://schema.org/WebSite). */
export const siteData = ({ url, name }: Pick<Shop, 'url' | 'name'>): WithContext<WebSite> => ({
  '@context': CONTEXT,
  '@type': 'WebSite',
  '@id': `${url}/#site`,
  name,
  url: `${url}/`,
  inLanguage: 'ru',
  publisher: { '@id': `${url}/#shop` },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${url}${paths.catalog}?query={search_term_string}` },
    // The name of the input as search engines read it; the types of schema.org do not know it.
    ...{ 'query-input': 'required name=search_term_string' },
  },
});

export interface Step {
  readonly name: string;
  readonly path: string;
}

/** The breadcrumbs of a page, the front page and the page itself included (https://schema.org/BreadcrumbList). */
export const trail = (steps: readonly Step[], base = site.url): WithContext<BreadcrumbList> => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: frame.home, path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: base + path,
  })),
});
