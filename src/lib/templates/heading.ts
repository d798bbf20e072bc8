/** Heading of the screen of templates, and the name of the way to it. */
export const templatesHeading = 'Маршруты документов';
export const templatesLabel = 'Маршруты';
