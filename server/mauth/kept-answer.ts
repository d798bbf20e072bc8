import { openText, sealingKey, sealText } from '../secrets/sealed-text.ts';

/** Whoever holds the token can open the answer; its stored hash is of no help. */
const keyFrom = (token: string) => sealingKey(token, 'kept refresh answer');

/** Encrypts the answer to a refresh under the refresh token it answered. */
export const sealAnswer = (token: string, answer: unknown): string =>
  sealText(keyFrom(token), JSON.stringify(answer));

/** Opens what sealAnswer made. Throws when the token is another one or the text was changed. */
export const openAnswer = <T>(token: string, sealed: string): T =>
  JSON.parse(openText(keyFrom(token), sealed)) as T;
