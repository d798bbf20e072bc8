/** What is attacked or breaks, and what the product makes of it. */
export interface Item {
  readonly text: string;
  /** Why no test bears the number, or what else proves it besides. */
  readonly note?: string;
}

const IN_BENCH = 'times: `npm run bench`';
const ATTACKED = 'figures under load: `npm run bench -- --only=abuse`';

/** Every item of the list of attacks and faults by its number; test names carry these numbers. */
export const ITEMS: Readonly<Record<number, Item>> = {
  1: {
    text: 'An unknown e-mail and a wrong password cannot be told apart: both cost one hash',
    note: IN_BENCH,
  },
  2: { text: 'Guessing is slowed by account and by client, and locks nobody out for good' },
  3: { text: 'A password of a megabyte is refused unhashed; a long one in any script works whole' },
  4: { text: 'Many sign-ins at once queue for a few hashes', note: ATTACKED },
  5: { text: 'Hashes name their parameters and grow with them at the next sign-in' },
  6: { text: 'A refresh token used again ends its family and leaves a trace' },
  7: { text: 'Two tabs that renew at one moment both stay signed in' },
  8: { text: 'Signing out, a new password, a lost role, a disabled account act on the very next call' },
  9: { text: 'Forged, foreign, expired and misused tokens are refused' },
  10: { text: 'A link to a new password works once, for one person, for a while; only its hash is kept' },
  11: { text: 'Programs that open the links of mails change nothing' },
  12: { text: 'A mailed password works once, has to be changed and is written nowhere' },
  13: { text: 'One e-mail in many spellings, or twice at once, makes one account' },
  14: { text: 'No name and no address adds a header to a mail' },
  15: { text: 'Without a confirmed e-mail nobody is in; the link that confirms works once' },
  16: {
    text: 'Each call answers those whom its right names, and no others; a call without a right is not served',
  },
  17: { text: 'What somebody may not see looks like what is not there' },
  18: { text: 'Fields that nobody asked for, and values of the wrong kind, are never stored' },
  19: { text: 'Nobody signs for others, twice, or what has changed or gone meanwhile' },
  20: { text: 'A change after a signature asks everybody again' },
  21: { text: 'Sixty thousand rights are saved whole or not at all' },
  22: { text: 'The last administrator cannot be lost; the command line brings one back' },
  23: { text: 'A right that ends while a page is open costs no typed text' },
  24: { text: 'Uploads are what their content says, whatever they are called' },
  25: { text: 'A small file that unfolds into a huge picture is refused before it is decoded' },
  26: { text: 'Archives made to swell, or broken ones, are refused in time and memory that are bounded' },
  27: { text: 'Workbooks with entities, macros, links, damage or a password give values or a clear error' },
  28: {
    text: 'A large import leaves search quick, and one that is cancelled leaves nothing',
    note: 'imports are of positions: there is no model of parts yet; times: `npm run bench`',
  },
  29: { text: 'A process killed in the middle of anything leaves no half of it' },
  30: { text: 'The same price list again changes nothing, and doubles in it are told' },
  31: { text: 'Numbers, blanks, dates and stock columns are read as written or reported' },
  32: {
    text: 'An import is taken back without touching what came after it',
  },
  33: { text: 'Articles survive import, card and export letter by letter' },
  34: { text: 'Texts that look like formulas stay texts in every export' },
  35: { text: 'A download shows one moment of the catalogue, and a slow reader holds up nobody' },
  36: { text: 'No markup, however broken, gives an element or a link outside the list', note: IN_BENCH },
  37: { text: 'Hostile text stays text on every page, in mails, feeds and exports' },
  38: { text: 'The policy of the pages allows no foreign script, frame or object' },
  39: { text: 'Other sites change nothing here, and nothing depends on cookies' },
  40: { text: 'No address leads to a file outside of what is served' },
  41: { text: 'Whatever is typed into a search is an answer or a refusal, never a failure' },
  42: { text: 'Sizes and places of pages are clamped or refused' },
  43: { text: 'A full disk, a locked file, a clock that jumps: a clear refusal, and work goes on by itself' },
  44: { text: 'Mails wait for a mail server that is away, and none is sent twice' },
  45: { text: 'A database server that goes and comes loses nothing; calls fail fast meanwhile' },
  46: {
    text: 'A restored backup is migrated and checked',
  },
  47: { text: 'Two servers that start together migrate once; a newer schema is not touched' },
  48: { text: 'More work than can be done is refused with a time to come back', note: ATTACKED },
  49: { text: 'Slow bodies and many connections take nobody else’s place', note: ATTACKED },
  50: { text: 'Only proxies that are named are believed about an address' },
  51: { text: 'Floods of pictures wait in a bounded queue with one budget of memory', note: ATTACKED },
  52: { text: 'Keys, depth and fields of a body are bounded before it is copied', note: ATTACKED },
  53: { text: 'Attacks, refusals and changes of rights leave traces that administrators can read' },
  54: { text: 'A substitution ends with the account, the role or the right of either person' },
  55: {
    text: 'A database server that refuses, freezes or is read-only is a 503, and /ready says so in time',
  },
  56: { text: 'Storage that is full or read-only is refused with the reason, and told once' },
  57: { text: 'Figures and mails for this machine never go through a proxy' },
  58: { text: 'Nobody else on the machine reads the data folder' },
  59: { text: 'A setting that would do nothing is refused at the start' },
  60: { text: 'Search stays quick while passwords are hashed', note: ATTACKED },
  61: { text: 'A connection is closed after the time of its request is over' },
  62: { text: 'An upload that its sender gives up is no error' },
  63: { text: 'Passwords that guessers try first are refused' },
  64: { text: 'Guesses at one account from everywhere slow it down and tell its owner' },
  65: { text: 'Accounts that nobody confirmed are swept' },
  66: { text: 'Names have no characters that nobody sees' },
  67: { text: 'Pictures tell nobody where they were taken' },
  68: { text: 'Filling the demonstration keeps no memory', note: 'figures: README' },
  69: { text: 'Browsers are told to stay with https' },
  70: { text: 'An owner hears of changes to the account' },
  71: { text: 'Keys have names and can be changed without signing anybody out' },
  72: { text: 'No session lasts for ever' },
  73: { text: 'What protects an account changes only with the password at hand' },
  74: { text: 'A second factor, with codes for the day it is lost' },
  75: {
    text: 'Every package is pinned by its hash, and its licence, weaknesses and place in a release can be told',
  },
  76: { text: 'This table is made from the tests' },
  77: { text: 'No test depends on the hour it runs at' },
  78: {
    text: 'Ten thousand calls made from the reference of the API find no failure',
    note: 'other calls: `FUZZ_SEED`',
  },
  79: {
    text: 'An invitation sets one first password; it ends, can be taken back, and only its hash is kept',
  },
  80: { text: 'No text from outside costs more than its length: patterns are checked, cells are cut' },
  82: {
    text: 'A list from outside is looked into in a process that can be killed, never in the server itself',
  },
  83: { text: 'What an attached archive is, is told in a process with caps' },
  84: {
    text: 'A process that looks into a file sees this file only, and no stranger holds up the others with his',
  },
  85: { text: 'An account that a stranger made in advance gains nothing with what is given to its owner' },
  86: { text: 'In production nobody becomes the first administrator by signing up' },
  87: { text: 'Our mails carry no words and links of strangers, and come seldom enough' },
  88: { text: 'A mailed link acts by the button of its page, not by being opened' },
  89: { text: 'Guesses from a place that is known slow down, are told and stand in the journal' },
  90: { text: 'The exchange, the figures and one-time links take no endless guesses' },
  91: {
    text: 'A second factor is changed only with a code of it, and its recovery codes are hashed like passwords',
  },
  92: { text: 'Both spellings of a domain make one account' },
  93: {
    text: 'Packages and previews are made when their turn comes, a few at a time, and given up when nobody waits',
    note: ATTACKED,
  },
  94: {
    text: 'The public check of a document says where it stands, and only one that is signed by all is green',
  },
  95: {
    text: 'Links to attachments, names of people and pages of the portal end with the right and the session of who asks',
  },
  96: { text: 'Who supplies is known to those who import, and public answers have the known keys alone' },
  97: {
    text: 'A stored secret is sent only to the address it was typed for, and changes with the password at hand',
  },
  98: { text: 'No two brands or providers have the same title, however it is spelt' },
  99: { text: 'Backups keep secrets under a passphrase alone, else leave them out and say so' },
  100: {
    text: 'The delivered proxies let pass what the product takes, address by address, and little more',
  },
  101: { text: 'Requests of strangers end for the day by address and in all, and administrators are told' },
  102: {
    text: 'The reference of the API is shown where a setting opens it, in production nowhere by itself',
  },
  103: { text: 'What is sent from outside is bounded wherever it comes in' },
  104: { text: 'Nothing in a folder of price lists leads out of it' },
  105: {
    text: 'Strangers gain nothing by having many addresses or accounts, or by leaving before they are answered',
  },
  106: {
    text: 'Who knows a password gets few tries at the second code, its owner hears that it is known, and one code opens one change',
  },
};
