/** Headings of the pages of slides, for menus too: they load without the rest of the texts. */
export const slideHeadings = {
  heading: 'Слайды',
  createHeading: 'Новый слайд',
  editHeading: 'Изменение слайда',
  pageHeading: 'Слайд',
} as const;
