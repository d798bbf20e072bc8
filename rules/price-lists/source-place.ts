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
export function secretPlace(settings: object): string {
  const { url, host, port, isSecure, user } = settings as Readonly<Record<string, unknown>>;
  const origin = typeof url === 'string' ? URL.parse(url.trim()) : null;
  const place = origin
    ? [origin.protocol, origin.host]
    : [host, String(port || usualPort(isSecure === true)), isSecure];
  return JSON.stringify([...place, user ?? '']);
}
