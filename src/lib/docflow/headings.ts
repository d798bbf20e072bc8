/** Headings of the form of a document, for menus too: they load without the rest of its texts. */
export const documentHeadings = {
  createHeading: 'Создание документа',
  editHeading: 'Изменение документа',
} as const;
