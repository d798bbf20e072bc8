/** Texts of the filters of the results. */
export const filters = {
  label: 'Фильтры и\u00a0порядок',
  maker: 'Производитель',
  anyMaker: 'любой',
  brand: 'Бренд',
  anyBrand: 'любой',
  provider: 'Склад',
  anyProvider: 'любой',
  price: 'Цена, ₽',
  priceFrom: 'от',
  priceTo: 'до',
  inStock: 'В\u00a0наличии',
  photo: 'С\u00a0фото',
  order: 'Порядок',
  clear: 'Сбросить фильтры',
  apply: 'Показать',
} as const;
