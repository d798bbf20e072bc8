// Address of the public page /check, where anyone who has a signed document checks its version. The page reads it; the
// package (PDF of a document with its signatures) shows it as a link.

const DOCUMENT_CHECK_PAGE = '/check';

const HASH = /^[0-9a-f]{64}$/u;

export const isVersionHash = (text: string): boolean => HASH.test(text);

export const documentCheckPath = (id: number, hash: string): string =>
  `${DOCUMENT_CHECK_PAGE}?document=${id}&hash=${hash}`;
