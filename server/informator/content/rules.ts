/** The number of a version in an address; 0 when it is none. */
export const readVersion = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
