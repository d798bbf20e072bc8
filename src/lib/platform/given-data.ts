// Reads the data that the server has put into the HTML of a page, so that its script need not ask again.

/** The element in which the server hands over, as JSON, what it has filled into the page. */
export const GIVEN_DATA = 'given-data';

/** That data; null where the server knows that there is nothing to show, undefined in a page that it has not filled. */
export function givenData<Data>(): Data | null | undefined {
  const text = globalThis.document?.getElementById(GIVEN_DATA)?.textContent;
  return text ? (JSON.parse(text) as Data | null) : undefined;
}
