/** What the page of the state is called; apart, so that menus do not load its texts. */
export const stateHeading = 'Состояние';
