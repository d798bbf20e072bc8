import { typographed } from '../../../rules/format/texts.ts';

/** The heading of the list of positions, for menus too: it loads without the rest of its texts. */
export const positionsHeading = 'Позиции';

/** The heading of the page of crosses, for menus too: it loads without the rest of its texts. */
export const crossesHeading = 'Кроссы';

/** Headings of what administrators see of the search, for menus too: they load without the rest of its texts. */
export const searchHeadings = typographed({ words: 'Словарь поиска', misses: 'Ищут и не находят' } as const);
