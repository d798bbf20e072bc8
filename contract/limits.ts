/**
 * Named limits and defaults that the browser, the services, the tests and the documentation share.
 * Plain constants only: the browser may import this file without pulling in any schema code.
 */

/** Rows on one page of catalogue search results. */
export const SEARCH_PAGE_SIZE = 25;
/** Largest page a client may ask the search for; a bigger wish is clamped. */
export const SEARCH_PAGE_MAX = 50;
/** Rows when a client of the old API names no limit. */
export const SEARCH_PAGE_DEFAULT = 10;
/** Deepest `offset` that is honoured; deeper paging goes by cursor. */
export const SEARCH_OFFSET_MAX = 10_000;
/** Largest total that is counted exactly; above it the answer says `totalIsBound`. */
export const SEARCH_TOTAL_MAX = 1_000;
/** Characters of a query that are looked at; the rest is ignored. */
export const SEARCH_QUERY_MAX = 200;
/** Suggestions under the search field. */
export const SUGGEST_COUNT = 8;
/** Articles of one search by list. */
export const SEARCH_LIST_MAX = 100;
/** Positions on one page of the flat card list used by sitemap generators. */
export const CARD_LIST_MAX = 150;

/** Largest price list file, bytes. */
export const PRICE_FILE_MAX = 150 * 1024 * 1024;
/** Row errors and warnings that the answer of an upload carries. */
export const UPLOAD_REPORT_MAX = 100;
/** Largest picture file, bytes. */
export const IMAGE_FILE_MAX = 20 * 1024 * 1024;
/** Largest picture in pixels (width × height), checked before decoding. */
export const IMAGE_PIXELS_MAX = 50_000_000;
/** Width of a stored product photo, px; a file of twice this width stands beside it as `@2x`. */
export const PHOTO_WIDTH = 500;
/** Side of a stored profile photo, px; it is cropped to a square, one of twice this side stands beside it as `@2x`. */
export const PROFILE_PHOTO_SIDE = 160;

/** Longest title of a brand, a provider or another reference row. */
export const TITLE_MAX = 200;
/** Longest alias of a position. */
export const ALIAS_MAX = 120;

/** Largest JSON or urlencoded body, bytes. */
export const BODY_MAX = 1024 * 1024;
/** Fields of one multipart form. */
export const FORM_FIELDS_MAX = 1_000;

/** Life of an access token, seconds. */
export const ACCESS_TTL_SECONDS = 1_800;
/** Life of a refresh token since its last use, days. */
export const REFRESH_TTL_DAYS = 30;
/** After its successor was first used, the previous refresh token is honoured this long, seconds. */
export const REFRESH_LEEWAY_SECONDS = 30;
/** Sessions of one user; the oldest goes first. */
export const SESSIONS_MAX = 5;
/** Longest password, characters. */
export const PASSWORD_MAX = 128;
/** Longest e-mail address, characters. */
export const EMAIL_MAX = 254;
/** Longest name of a person, characters. */
export const NAME_MAX = 200;
/** Users that a search for them answers with when no number, or one over the most, is asked for. */
export const USER_SEARCH_DEFAULT = 25;
export const USER_SEARCH_MAX = 100;
/** Life of a confirmation link and of an account that nobody confirmed, hours. */
export const CONFIRM_TTL_HOURS = 24;
/** Life of a link for a forgotten password, minutes. */
export const RECOVERY_TTL_MINUTES = 60;
/** Life of a mailed password, hours. */
export const MAILED_PASSWORD_TTL_HOURS = 24;
/** Accounts or mails of one page of an administrator's list, when no number, or one over the most, is asked for. */
export const ADMIN_LIST_DEFAULT = 50;
export const ADMIN_LIST_MAX = 200;
