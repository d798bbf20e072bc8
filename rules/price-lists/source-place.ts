// Checks the places from which price lists are fetched by themselves (folder, address, mailbox), for the form of a
// source and the server that fetches.
import { KINDS_OF_SOURCES, type SourceKind } from '../../contract/catalogue/source-kinds.ts';

/** Whether a text can be the name of a folder inside IMPORT_DIR. */
export const isFolderName = (name: string): boolean => name !== '' && !/^\.|[\\/\0]/u.test(name) && name.length <= 200;

/** Whether price lists can be fetched from an address. A password in it would be shown with it. */
export function isSourceAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^(?:https?|ftps?):$/u.test(url.protocol) && url.username === '' && url.password === '';
}

export const isMailHost = (text: string): boolean => /^[\p{L}\p{N}.:_-]+$/u.test(text);

export const isSender = (text: string): boolean => /^[^\s@"]*@[^\s@"]+$/u.test(text);

export const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536;

/** The port of mail servers, with TLS from the first byte or without. */
export const usualPort = (isSecure: boolean): number => (isSecure ? 993 : 143);

/** The place to which the secret of a source is sent: one that was typed for a place is never sent to another. */
export function secretPlace(kind: SourceKind, settings: object): string {
  const given = settings as Readonly<Record<string, unknown>>;
  const part = (name: string) => {
    const value = given[name];
    if (name === 'port') return Number(value) || usualPort(given.isSecure === true);
    // A user name counts as it is, though it looked like an address.
    const address = typeof value === 'string' && name !== 'user' ? URL.parse(value.trim()) : null;
    return address?.host ? [address.protocol, address.host] : (value ?? '');
  };
  return JSON.stringify([kind, ...KINDS_OF_SOURCES[kind].secretFor.map(part)]);
}
