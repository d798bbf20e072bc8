// Marks of the holes in page templates: the build of the site writes them, the server fills in what is known only when
// a page is asked for (a title, a price).

/** Marks a hole of a page template: of private use, so that braces in a text are no hole. No setting may contain it. */
export const HOLE_MARK = '\u{e000}';

/** A hole that the server fills (server/catalogue/product-pages/page-template.ts): `title`, `&position`, `#price`. */
export const hole = (name: string): string => `{{${HOLE_MARK}${name}}}`;
