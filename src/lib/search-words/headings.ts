/** Headings of what administrators see of the search, for menus too: they load without the rest of its texts. */
export const searchHeadings = { words: 'Словарь поиска', misses: 'Ищут и\u00a0не\u00a0находят' } as const;
