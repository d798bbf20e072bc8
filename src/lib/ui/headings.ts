/** Headings of the lists of brands and providers, for menus too: they load without the rest of the texts. */
export const listHeadings = { brands: 'Бренды', providers: 'Поставщики' } as const;
