/** Lower case, one Unicode form, ё as е, spaces for control characters: what two texts are compared in. */
export const foldSearch = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
