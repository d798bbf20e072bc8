// Headings of the pages of price lists that menus show too; menus load them without the other texts.

/** Heading of the upload of a price list; apart, since menus load it alone. */
export const uploadHeading = 'Загрузка прайса';

/** Headings of the history of runs, for menus too: they load without the rest of its texts. */
export const runHeadings = { heading: 'Загрузки', runHeading: 'Загрузка' } as const;

/** Heading of the sources of price lists, for menus too: it loads without the rest of their texts. */
export const sourcesHeading = 'Источники прайсов';
