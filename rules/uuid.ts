const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Whether a text has the form of a UUID, in any case of letters. */
export const isUuid = (text: string): boolean => UUID.test(text);
