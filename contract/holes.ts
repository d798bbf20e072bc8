/**
 * What tells a hole from two braces that somebody wrote: a character of private use. No setting may hold it, so that
 * whatever a shop is called stays text.
 */
export const HOLE_MARK = '\u{e000}';

/** A hole of the product page that the server fills (`server/catalogue/product-pages/page-template.ts`): `title`, `&position`, `#price`. */
export const hole = (name: string): string => `{{${HOLE_MARK}${name}}}`;
