/** Marks a hole of a page template: of private use, so that braces in a text are no hole. No setting may contain it. */
export const HOLE_MARK = '\u{e000}';

/** A hole that the server fills (server/catalogue/product-pages/page-template.ts): `title`, `&position`, `#price`. */
export const hole = (name: string): string => `{{${HOLE_MARK}${name}}}`;
