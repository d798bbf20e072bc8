/** Goods as a generated catalogue has them. */
export interface TestGoods {
  readonly id: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer?: string;
  readonly price?: string;
  readonly stores?: readonly number[];
  readonly status?: string;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const document = (encoding: string, content: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.05">${content}</КоммерческаяИнформация>\n`;

/** The catalogue of an exchange: goods without prices. */
export const catalogueXml = (goods: readonly TestGoods[], encoding = 'UTF-8'): string =>
  document(
    encoding,
    `<Каталог><Ид>k</Ид><Товары>${goods
      .map(
        ({ id, article, title, manufacturer, status }) =>
          `<Товар${status ? ` Статус="${status}"` : ''}><Ид>${id}</Ид><Артикул>${escaped(article)}</Артикул><Наименование>${escaped(title)}</Наименование>${
            manufacturer
              ? `<Изготовитель><Ид>m</Ид><Наименование>${escaped(manufacturer)}</Наименование></Изготовитель>`
              : ''
          }<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Код</Наименование><Значение>00-${id}</Значение></ЗначениеРеквизита></ЗначенияРеквизитов></Товар>`,
      )
      .join('')}</Товары></Каталог>`,
  );

/** The package of offers of an exchange: two kinds of prices, stock by warehouse. */
export const offersXml = (goods: readonly TestGoods[], encoding = 'UTF-8'): string =>
  document(
    encoding,
    `<ПакетПредложений><ТипыЦен><ТипЦены><Ид>p1</Ид><Наименование>Розничная</Наименование></ТипЦены><ТипЦены><Ид>p2</Ид><Наименование>Оптовая</Наименование></ТипЦены></ТипыЦен><Предложения>${goods
      .map(
        ({ id, price = '0', stores = [] }) =>
          `<Предложение><Ид>${id}</Ид><Цены><Цена><ИдТипаЦены>p1</ИдТипаЦены><ЦенаЗаЕдиницу>${price}</ЦенаЗаЕдиницу><Валюта>руб</Валюта></Цена><Цена><ИдТипаЦены>p2</ИдТипаЦены><ЦенаЗаЕдиницу>1</ЦенаЗаЕдиницу><Валюта>руб</Валюта></Цена></Цены>${stores
            .map((amount, at) => `<Склад ИдСклада="s${at}" КоличествоНаСкладе="${amount}"/>`)
            .join('')}</Предложение>`,
      )
      .join('')}</Предложения></ПакетПредложений>`,
  );
