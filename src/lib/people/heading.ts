/** Heading of the page of people; apart, since menus load it alone. */
export const peopleHeading = 'Люди';
