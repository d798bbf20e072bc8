/** The heading of the list of positions, for menus too: it loads without the rest of its texts. */
export const positionsHeading = 'Позиции';
