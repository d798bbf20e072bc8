/** Heading of the upload of a price list; apart, since menus load it alone. */
export const uploadHeading = 'Загрузка прайса';
