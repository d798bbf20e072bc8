/** A title in quotation marks; those that it has itself become the inner ones: `«ООО „Ромашка“»`. */
export const quoted = (title: string): string =>
  `«${title.trim().replaceAll('«', '„').replaceAll('»', '“')}»`;
