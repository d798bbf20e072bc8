/** The heading of the page of crosses, for menus too: it loads without the rest of its texts. */
export const crossesHeading = 'Кроссы';
