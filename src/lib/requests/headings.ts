/** Headings of the requests of buyers, for menus too: they load without the rest of the texts. */
export const requestHeadings = { heading: 'Заявки', requestHeading: 'Заявка покупателя' } as const;
