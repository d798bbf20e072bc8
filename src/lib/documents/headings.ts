// Headings of the pages of documents that menus show too; menus load them without the other texts.

/** Headings of the form of a document; menus load them without its other texts. */
export const documentHeadings = {
  createHeading: 'Создание документа',
  editHeading: 'Изменение документа',
  lateHeading: 'Кто задерживает',
  binHeading: 'Корзина',
} as const;

export const templatesHeading = 'Маршруты документов';
export const templatesLabel = 'Маршруты';
