import { TOTP } from 'otpauth';

/** The code that an authenticator app shows for a key (base32) at a time, ms. */
export const codeAt = (key: string, at: number): string => new TOTP({ secret: key }).generate({ timestamp: at });
