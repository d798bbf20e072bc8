/** Headings of the history of runs, for menus too: they load without the rest of its texts. */
export const runHeadings = { heading: 'Загрузки', runHeading: 'Загрузка' } as const;
