/** A title in quotation marks; those that it has itself become the inner ones: `«ООО „Ромашка“»`. */
export const quoted = (title: string): string => `«${title.trim().replaceAll('«', '„').replaceAll('»', '“')}»`;

/** A text as titles are searched by: without case, е for ё, one plain space for any between words. */
export const foldTitle = (text: string): string =>
  text.toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
