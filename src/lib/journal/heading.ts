/** Heading of the journal; apart, since menus load it alone. */
export const journalHeading = 'Журнал';
