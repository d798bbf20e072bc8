/** Prebuilt pages that stand for many addresses, as files of the built site. */
const CARD_SHELL = 'catalog/product.html';
const PORTAL_SHELL = 'portal.html';
const CONFIRM_SHELL = 'auth/confirm.html';
const RESET_SHELL = 'auth/forgot.html';

/**
 * The one table of dynamic addresses, shared by the dev server, our server and the tests.
 * Exact on purpose: an address that no row names is a real 404.
 */
const SHELLS: readonly (readonly [RegExp, string])[] = [
  [/^\/catalog\/product\/[^/]+$/, CARD_SHELL],
  [/^\/catalog\/\d+$/, CARD_SHELL],
  [/^\/catalog\/edit\/(?:brands|providers|upload)$/, PORTAL_SHELL],
  [/^\/user(?:\/(?:changePassword|changeEmail|secondFactor))?$/, PORTAL_SHELL],
  [/^\/setting(?:\/edit)?$/, PORTAL_SHELL],
  [
    /^\/setting\/edit\/(?:roles|directings|processes|actions|access|bundle\/role|users|journal)$/,
    PORTAL_SHELL,
  ],
  [/^\/newsLine(?:\/createNews|\/(?:editNews\/)?\d+)?$/, PORTAL_SHELL],
  [/^\/docflow(?:\/list|\/create\/doc|\/(?:edit\/doc\/)?\d+)?$/, PORTAL_SHELL],
  [/^\/auth\/confirm\/[^/]+$/, CONFIRM_SHELL],
  [/^\/auth\/forgot\/[^/]+$/, RESET_SHELL],
];

/** File of the built site that answers a dynamic address (no query; a trailing slash is ignored), or null. */
export function shellFor(pathname: string): string | null {
  const path = pathname.replace(/\/$/, '');
  return SHELLS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Files that answer only through the table: their own addresses are not pages of the site. */
export const SHELL_FILES: readonly string[] = [CARD_SHELL, PORTAL_SHELL, CONFIRM_SHELL, RESET_SHELL];
