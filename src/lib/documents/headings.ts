/** Headings of the form of a document, for menus too: they load without the rest of its texts. */
export const documentHeadings = {
  createHeading: 'Создание документа',
  editHeading: 'Изменение документа',
} as const;

/** Heading of the screen of templates, and the name of the way to it. */
export const templatesHeading = 'Маршруты документов';
export const templatesLabel = 'Маршруты';
