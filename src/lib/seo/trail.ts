import type { BreadcrumbList, WithContext } from 'schema-dts';
import { site } from '../site/site.ts';
import { frame } from '../texts/frame-texts.ts';

/** A page on the way from the front page. */
export interface Step {
  readonly name: string;
  readonly path: string;
}

/** The way to a page, the front page and the page itself included (https://schema.org/BreadcrumbList). */
export const trail = (steps: readonly Step[], base = site.url): WithContext<BreadcrumbList> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: frame.home, path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: base + path,
  })),
});
