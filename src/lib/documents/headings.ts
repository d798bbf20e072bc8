/** Headings of the form of a document; menus load them without its other texts. */
export const documentHeadings = { createHeading: 'Создание документа', editHeading: 'Изменение документа' } as const;

/** Heading of the screen of templates, and its name in the menu. */
export const templatesHeading = 'Маршруты документов';
export const templatesLabel = 'Маршруты';
