/** The page that checks whether a version of a document, on paper or as a file, is the one that was signed. */
const DOCUMENT_CHECK_PAGE = '/check';

const HASH = /^[0-9a-f]{64}$/u;

export const isVersionHash = (text: string): boolean => HASH.test(text);

export const documentCheckPath = (id: number, hash: string): string =>
  `${DOCUMENT_CHECK_PAGE}?document=${id}&hash=${hash}`;
