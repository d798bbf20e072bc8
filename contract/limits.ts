/**
 * Named limits and defaults that browser, services, tests and documentation share. Plain constants only. Files and
 * bodies are in bytes, texts in characters, pictures in pixels unless it is said otherwise.
 */

/** Lengths of time, milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const SEARCH_PAGE_SIZE = 25;
/** Largest page a client may ask the search for; a bigger wish is clamped. */
export const SEARCH_PAGE_MAX = 50;
/** Rows when a client of the old API names no limit. */
export const SEARCH_PAGE_DEFAULT = 10;
/** Deepest `offset` that is honoured; deeper paging goes by cursor. */
export const SEARCH_OFFSET_MAX = 10_000;
/** Largest total that is counted exactly; above it the answer says `totalIsBound`. */
export const SEARCH_TOTAL_MAX = 1_000;
/** The same of parts. */
export const PARTS_TOTAL_MAX = 10_000;
/** Values that a search for parts lists of one filter: those with the most parts. */
export const FACET_VALUES_MAX = 100;
/** Makers, or brands, that have pages of their own: those of the most parts. */
export const BROWSED_NAMES_MAX = 2_000;
/** Offers of a part that a search for parts shows. */
export const BEST_OFFERS = 3;
/** Parts that replace another one, as its card shows them, and as a search for its article does. */
export const CROSSES_MAX = 100;
export const FOUND_CROSSES_MAX = 10;
export const CROSS_TEXT_MAX = 100;
/** Crosses of one part that administrators see, and crosses that one file may say. */
export const CROSS_LIST_MAX = 200;
export const FILE_CROSSES_MAX = 500_000;
/** The rest of a query is ignored. */
export const SEARCH_QUERY_MAX = 200;
export const SUGGEST_COUNT = 8;
/** Articles that are offered in place of one that is not there. */
export const NEAR_ARTICLES_MAX = 5;
export const SEARCH_WORD_MAX = 60;
/** Of a wording that is read as a part or a machine: it may be a whole title. */
export const READ_WORDING_MAX = 200;
export const SEARCH_MEANINGS_MAX = 10;
export const OWN_SEARCH_WORDS_MAX = 5_000;
/** Pairs of manufacturers that are likely one, in an answer. */
export const LIKELY_MAKERS_MAX = 30;
/** Words, and wordings that were not found, on one page for administrators. */
export const SEARCH_WORDS_PAGE = 50;
/** Queries without results that are kept, and the days for which one is kept that is not repeated. */
export const SEARCH_MISSES_MAX = 10_000;
export const SEARCH_MISS_KEEP_DAYS = 180;
/** Titles without a kind of part whose words are counted on the page of a run, and how many words it names. */
export const UNREAD_TITLES_MAX = 2_000;
export const UNREAD_WORDS_MAX = 20;
export const SEARCH_LIST_MAX = 100;
/** Lines of a list without results for which near articles are looked for. */
export const LIST_PARTS_MAX = 5;
/** Lines of a list without a find for which near articles are looked for. */
export const LIST_NEAR_LINES_MAX = 25;
/** The largest file of wanted articles, and the rows of it that are read. */
export const LIST_FILE_MAX = 5 * 1024 * 1024;
export const LIST_FILE_ROWS_MAX = 10_000;
/** Longest list in an address, characters as they stand there: messengers cut longer ones. */
export const LIST_ADDRESS_MAX = 4_000;
/** Positions on one page of the flat card list used by sitemap generators. */
export const CARD_LIST_MAX = 150;

/** Roubles to whose multiples the page rounds prices that are changed by hand. */
export const ROUND_TO = [1, 5, 10, 50, 100, 500, 1_000] as const;

/** Positions that the answer to a change of many shows before and after. */
export const BULK_SAMPLES_MAX = 5;

/** Longest title of a position, characters; an import cuts the rest off with a warning. */
export const POSITION_TITLE_MAX = 1_000;
/** The same of its other texts: manufacturer, supplier's code. */
export const POSITION_NAME_MAX = 200;
export const PRICE_FILE_MAX = 150 * 1024 * 1024;
/** Days for which the file of an import run is kept. */
export const KEPT_PRICE_FILE_DAYS = 90;
/** Row errors and warnings of each kind in the answer of an upload. */
export const UPLOAD_REPORT_MAX = 100;
/** The same of rows that clash: different articles or titles that mean one position. */
export const UPLOAD_CLASHES_MAX = 10_000;
/** Positions on one page of the list of staff, and how many are counted exactly. */
export const STAFF_POSITIONS_PAGE = 50;
export const STAFF_POSITIONS_COUNTED = 100_000;
export const POSITION_IDS_MAX = 1_000;
/** Changes of one position that its history shows. */
export const POSITION_HISTORY_MAX = 500;
/** Positions that the answer of an undo lists as left alone. */
export const UNDO_KEPT_MAX = 1_000;
export const EXCHANGE_BODY_MAX = 2 * 1024 * 1024;
export const UPLOAD_SHEETS_MAX = 100;
export const UPLOAD_COLUMN_MAX = 512;
export const MARKUP_BANDS_MAX = 50;
/** Largest mark-up of a band and largest rate of value added tax, per cent. */
export const MARKUP_PERCENT_MAX = 10_000;
export const VAT_PERCENT_MAX = 100;
/** Largest step that prices are rounded to, roubles. */
export const ROUNDING_STEP_MAX = 100_000;
export const IMAGE_FILE_MAX = 20 * 1024 * 1024;
/** Width × height, checked before decoding. */
export const IMAGE_PIXELS_MAX = 50_000_000;
/** The same of a HEIC photo of a phone, whose decoder takes more memory. */
export const HEIC_PIXELS_MAX = 26_000_000;
/** Pictures that a process works on at a time, and those that wait for it; beyond them the answer is 503. */
export const PICTURES_AT_A_TIME = 2;
export const PICTURES_WAITING_MAX = 24;
/** Memory that all pictures under work in a process may take, bytes; one that alone would take more is refused. */
export const PICTURES_MEMORY_MAX = 448 * 1024 * 1024;
/** Uploads of pictures that one user may have under way: as many wait as are worked on. */
export const PICTURE_UPLOADS_OF_USER = 4;
/** Longest address of a photo in a price list, characters, and how long fetching one may take, ms. */
export const PHOTO_LINK_MAX = 1_000;
export const PHOTO_FETCH_MS = 60_000;
/** Addresses of photos without a photo that the page of a run lists. */
export const PHOTO_FAILURES_LISTED = 100;
/** Photos of many positions at once: the files of one request together, among them a zip, and files of one run. */
export const PHOTOS_REQUEST_MAX = 500 * 1024 * 1024;
export const PHOTOS_OF_REQUEST = 100;
export const PHOTOS_OF_RUN = 5_000;
/** What a zip of photos may unpack to: photos are packed already, so that they hardly grow. */
export const PHOTOS_UNPACKED_MAX = 2 * PHOTOS_REQUEST_MAX;
/** How long a run that was only tried can be applied, hours, and one that was applied can be undone, days. */
export const PHOTOS_TRIED_HOURS = 24;
export const PHOTOS_UNDO_DAYS = 90;
/** Files of a run on one page, and runs that the list shows. */
export const PHOTOS_PAGE = 100;
export const PHOTO_RUNS_LISTED = 20;
/** Parts that the answer names of a file that fits several. */
export const PHOTO_PARTS_NAMED = 5;
/** Width of a stored product photo, px; a file of twice this width stands beside it as `@2x`. */
export const PHOTO_WIDTH = 500;
/** Widths of the small pictures of a photo in lists, px: at one, two and three pixels of the screen each. */
export const THUMBNAIL_WIDTHS = [56, 112, 168] as const;
/** Height of a small picture by its width: what sticks out of it is cut off. */
export const THUMBNAIL_RATIO = 44 / 56;
export const THUMBNAIL_BYTES_MAX = 6 * 1024;
/** Side of a stored profile photo, px; it is cropped to a square, one of twice this side stands beside it as `@2x`. */
export const PROFILE_PHOTO_SIDE = 160;

export const TITLE_MAX = 200;
export const ALIAS_MAX = 120;

/** Largest body of a call that needs a right. */
export const BODY_MAX = 1024 * 1024;
/** Largest body of a call that is open to anyone, bytes; a body with files has limits of its own. */
export const ANONYMOUS_BODY_MAX = 8 * 1024;
/** Fields of one form in any encoding: in JSON the names and the items of lists at every level. */
export const FORM_FIELDS_MAX = 1_000;

export const ACCESS_TTL_SECONDS = 1_800;
/** Life of a refresh token since its last use, days. */
export const REFRESH_TTL_DAYS = 30;
/** Life of a session however much it is used, days, where no setting says otherwise. */
export const SESSION_DAYS = 90;
/** After its successor was first used, the previous refresh token is honoured this long, seconds. */
export const REFRESH_LEEWAY_SECONDS = 30;
/** Sessions of one user; the oldest goes first. */
export const SESSIONS_MAX = 5;
/** One visible character may be written with several code units before NFKC joins them. */
export const UNITS_PER_CHARACTER = 4;
export const PASSWORD_MAX = 128;
/** How long a given password is recent enough for sensitive changes, and the longest that can be set: a day. */
export const REAUTH_MINUTES = 10;
export const REAUTH_MINUTES_MAX = 1_440;
/** Recovery codes of a second factor, and the digits of each: more than can be guessed against its hash. */
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_DIGITS = 20;
export const EMAIL_MAX = 254;
export const NAME_MAX = 200;
/** Users that a search for them answers with when no number, or one over the most, is asked for. */
export const USER_SEARCH_DEFAULT = 25;
export const USER_SEARCH_MAX = 100;
/** Accounts that one service asks another about at once. */
export const ACCOUNTS_ASKED_MAX = 500;
/** Entries of the journal that a service sends to the auth service in one call. */
export const AUDIT_HEAPS_MAX = 100;
/** How long entries of the journal are kept, days, and how many of those that anonymous callers cause. */
export const AUDIT_DAYS = 365;
export const AUDIT_NOISE_MAX = 500_000;
export const AUDIT_EXPORT_MAX = 100_000;
/** Life of a confirmation link and of an unconfirmed account, hours. */
export const CONFIRM_TTL_HOURS = 24;
export const SETUP_TTL_HOURS = 24;
export const INVITATION_TTL_DAYS = 7;
/** People of one page at most, and as many as are invited or added at once. */
export const PEOPLE_PAGE_MAX = 200;
/** People of one role that a list can be narrowed down to. */
export const PEOPLE_OF_ROLE_MAX = 10_000;
/** What hangs on a person is listed up to so many of a kind, and handed over up to so many documents in one go. */
export const TIES_SHOWN = 20;
export const HAND_OVER_MAX = 500;
/** The largest list of staff, and the rows of it that are read. */
export const STAFF_FILE_MAX = 5 * 1024 * 1024;
export const STAFF_ROWS_MAX = 2_000;
/** The largest file of the rights of roles, and the rows of it that are read. */
export const RIGHTS_FILE_MAX = 20 * 1024 * 1024;
export const RIGHTS_ROWS_MAX = 20_000;
export const RECOVERY_TTL_MINUTES = 60;
export const MAILED_PASSWORD_TTL_HOURS = 24;
/** Days after which an unconfirmed account is removed. */
export const UNCONFIRMED_DAYS = 7;
/** Wrong passwords of one account from unknown addresses before further ones are slowed down. */
export const GUESSES_FREE = 10;
/** Time after which one of them is forgiven, minutes. */
export const GUESS_FORGIVEN_MINUTES = 6;
/** Longest delay of a password from an unknown address, seconds. */
export const GUESS_DELAY_MAX_SECONDS = 5;
/** Longest pause between two sign-in attempts from one known address after wrong passwords, seconds. */
export const GUESS_GAP_MAX_SECONDS = 120;
/** Passwords from unknown addresses that wait for one account at once; further ones are answered 429. */
export const GUESSES_WAITING_MAX = 5;
/** Places that an account is known to be used from; the one used last longest ago goes first. */
export const KNOWN_CLIENTS_MAX = 50;
/** How long delivery of a notice about an account to its owner is tried, hours. */
export const NOTICE_TTL_HOURS = 72;
/** Accounts or mails of one page of an administrator's list, when no number, or one over the most, is asked for. */
export const ADMIN_LIST_DEFAULT = 50;
export const ADMIN_LIST_MAX = 200;
/** Largest text of a company page or a document, bytes of UTF-8. */
export const MARKDOWN_MAX = 1024 * 1024;
/** Largest body that carries such a text, bytes: percent and JSON notation take up to three times the room. */
export const MARKDOWN_BODY_MAX = 4 * MARKDOWN_MAX;
/** Largest text of a slide, bytes of UTF-8: the front page shows up to NOTE_PAGE_MAX of them whole. */
export const NOTE_MESSAGE_MAX = 16 * 1024;
/** Of a stored picture; one of twice this width stands beside it as `@2x`. */
export const NOTE_IMAGE_WIDTH = 350;
export const NOTE_IMAGES_MAX = 20;
/** Slides that one call puts into an order. */
export const NOTE_ORDER_MAX = 500;
/** Slides on one page, when no number is asked for, and at most. */
export const NOTE_PAGE_SIZE = 25;
export const NOTE_PAGE_MAX = 100;
/** Width of one slide of the front page, px: as many show as fit, one to this many. */
export const SLIDE_WIDTH = 250;
export const SLIDES_VISIBLE_MAX = 5;
export const SLIDE_INTERVAL_MS = 5_000;
/** Characters of a slide's message in the list; it is cut at the next space after them. */
export const NOTE_EXCERPT = 250;
export const ACCESS_BODY_MAX = 16 * 1024 * 1024;
/** Boxes of one form of access settings. */
export const ACCESS_BOXES_MAX = 200_000;
/** Boxes that one entry of the history names in each of its two lists. */
export const ACCESS_CHANGE_SHOWN = 200;
export const ACCESS_HISTORY_PAGE = 50;
export const SITEMAP_PART = 50_000;
/** Attachments of a document: the largest, how many, and those of one request together. */
export const SCAN_FILE_MAX = 50 * 1024 * 1024;
export const SCANS_MAX = 50;
export const SCAN_REQUEST_MAX = 500 * 1024 * 1024;
/** Largest attached picture in pixels: a page of A3 at 1200 dpi. */
export const SCAN_PIXELS_MAX = 280_000_000;
/** Longest key that a document is made under, characters, and how long it is remembered, days. */
export const CREATION_KEY_MAX = 200;
export const CREATION_KEY_DAYS = 30;
/** Drafts of documents that the server keeps for one person, and for how long after the last change, days. */
export const DOCUMENT_DRAFTS_MAX = 30;
export const DOCUMENT_DRAFT_DAYS = 7;
/** Files of all drafts of one person together, bytes; those of one draft are counted as those of one request. */
export const WAITING_FILES_MAX = 4 * SCAN_REQUEST_MAX;
/** What is shown of an attached sheet: rows, columns and characters of a cell; and of an attached text, characters. */
export const SHOWN_ROWS = 500;
export const SHOWN_COLUMNS = 50;
export const SHOWN_CELL = 500;
export const SHOWN_TEXT = 200_000;
/** Paragraphs and cells of an attached .docx that are shown. */
export const SHOWN_PIECES = 6_000;
/** Width of the picture that an attached HEIC photo is shown as, px. */
export const SHOWN_PICTURE = 1_600;
/** Sheets of a book that are named, and the longest time that reading one for showing it may take, seconds. */
export const SHOWN_SHEETS = 200;
export const SHOWN_SECONDS = 15;
/** Life of a link that opens an attachment without a token, minutes. */
export const SCAN_LINK_TTL_MINUTES = 10;
/** People in each of the two lists of a document. */
export const SIGNATORIES_MAX = 200;
/** Steps of one route, the longest time for one of them in days, and the people that all of them may ask together. */
export const ROUTE_STEPS_MAX = 20;
export const ROUTE_DAYS_MAX = 365;
export const ROUTE_PEOPLE_MAX = 2_000;
/** Longest name of a counterparty that a template puts into a text, characters. */
export const COUNTERPARTY_MAX = 200;
export const DECLINE_REASON_MAX = 1_000;
/** How long a decision can be undone at once, before anyone is notified of it, ms. */
export const DECISION_UNDO_MS = 10_000;
/** How long a document without decisions stays in the bin, days. */
export const DOCUMENT_BIN_DAYS = 30;
/** Entries of one page of a document's history; fewer when their texts together are longer than MARKDOWN_MAX. */
export const DOCUMENT_HISTORY_PAGE = 100;
/** Entries that a file of the journal of documents holds: the newest ones. */
export const DOCUMENT_JOURNAL_EXPORT_MAX = 20_000;
/** Largest text of a comment on a document, bytes of UTF-8, the files that it carries and the people that it names. */
export const COMMENT_MAX = 16 * 1024;
export const COMMENT_FILES_MAX = 10;
export const COMMENT_MENTIONS_MAX = 50;
export const COMMENT_PAGE = 50;
/** How long a comment can be taken back, minutes. */
export const COMMENT_WITHDRAW_MINUTES = 15;
/** Of a comment that the history of its document shows. */
export const COMMENT_EXCERPT = 300;
export const MENTION_SEARCH_SIZE = 8;
export const SIGNATORY_SEARCH_SIZE = 5;
/** Documents on one page of a list, and at most. */
export const DOCUMENT_PAGE_SIZE = 50;
export const DOCUMENT_PAGE_MAX = 100;
/** Documents of each list of the work queue when no number is asked for, and at most. */
export const QUEUE_PAGE_SIZE = 20;
export const QUEUE_PAGE_MAX = 50;
/** People on a page of «Кто задерживает», and documents named of each of them. */
export const LATE_PAGE_SIZE = 50;
export const LATE_DOCUMENTS_SHOWN = 3;
/** Documents of which one call reminds at once. */
export const LATE_REMIND_MAX = 50;
/** Documents that a digest names. */
export const DIGEST_DOCUMENTS_SHOWN = 10;
/** Documents that a file of a list holds, and those that may be named for it one by one. */
export const DOCUMENT_EXPORT_MAX = 20_000;
export const DOCUMENT_MARKED_MAX = 500;
export const DOCUMENT_VIEWS_MAX = 50;
/** A document that waits for others so long without an answer counts as stuck. */
export const STUCK_AFTER_DAYS = 3;
/** Characters of a description on its card; it is cut at the first full stop after them. */
export const DOCUMENT_EXCERPT = 350;
/** Offers of one request, and pieces of each. */
export const REQUEST_ITEMS_MAX = 100;
export const REQUEST_AMOUNT_MAX = 100_000;
/** Longest public name of a supplier's warehouse, characters. */
export const PUBLIC_NAME_MAX = 60;
/** Longest time of delivery that a price list may name, days. */
export const DELIVERY_DAYS_MAX = 365;
/** Largest body of a request, bytes: all of its offers, and the longest texts. */
export const REQUEST_BODY_MAX = 16 * 1024;
/** The same of the form without script: a page answers a text that is far too long, which encoded is six times as long. */
export const WISH_BODY_MAX = 64 * 1024;
/** Longest phone number and comment of a request, and note of staff about one, characters. */
export const PHONE_MAX = 60;
export const REQUEST_TEXT_MAX = 1_000;
export const REQUEST_PAGE = 25;
export const REQUEST_MAIL_HOURS = 72;
/** How long it is tried to mail that an import ended. */
export const IMPORT_MAIL_DAYS = 3;
/** Requests that anonymous buyers may send a day, in all and from one address, where no setting says otherwise. */
export const REQUESTS_PER_DAY = 1_000;
export const REQUESTS_PER_ADDRESS = 50;
/** How long a request is kept after its last change, days: as long as the law lets parties go to court over it. */
export const REQUEST_KEEP_DAYS = 1_095;

/** Texts of the upload form with the rules of reading rows; empty ones change nothing (docs/price-lists.md). */
export const UPLOAD_RULES = [
  'markup',
  'rounding',
  'vat',
  'priceUnit',
  'rates',
  'manufacturerFixed',
  'manufacturerFrom',
  'synonyms',
  'brandByManufacturer',
  'articleFrom',
  'deliveryFixed',
  'priceless',
  'skipWords',
  'stockWords',
  'minPrice',
  'maxPrice',
] as const;

export type UploadRule = (typeof UPLOAD_RULES)[number];
