/** Heading of the sources of price lists, for menus too: it loads without the rest of their texts. */
export const sourcesHeading = 'Источники прайсов';
