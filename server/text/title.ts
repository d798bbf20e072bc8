/** Whether `part` occurs in a title, as literal text, whatever the case. */
export const titleHolds = (title: string, part: string): boolean =>
  title.toLowerCase().includes(part.normalize('NFC').toLowerCase());
