/** Goods as a generated catalogue has them, and what the package of offers says of them. */
export interface TestGoods {
  readonly id: string;
  readonly article: string;
  readonly title: string;
  /** `00-<id>` where it is not given. */
  readonly code?: string;
  readonly manufacturer?: string;
  readonly price?: string;
  readonly currency?: string;
  readonly stores?: readonly (number | string)[];
  readonly status?: string;
  /** More of the offer, as it stands in the file. */
  readonly more?: string;
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
        ({ id, article, title, manufacturer, status, code = `00-${id}` }) =>
          `<Товар${status ? ` Статус="${status}"` : ''}><Ид>${id}</Ид><Артикул>${escaped(article)}</Артикул><Наименование>${escaped(title)}</Наименование>${
            manufacturer
              ? `<Изготовитель><Ид>m</Ид><Наименование>${escaped(manufacturer)}</Наименование></Изготовитель>`
              : ''
          }<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Код</Наименование><Значение>${code}</Значение></ЗначениеРеквизита></ЗначенияРеквизитов></Товар>`,
      )
      .join('')}</Товары></Каталог>`,
  );

/** A kind of prices: its id, title and currency. */
export type TestKind = readonly [id: string, title: string, currency?: string];
export const RETAIL: TestKind = ['p1', 'Розничная'];
export const TRADE: TestKind = ['p2', 'Оптовая'];

interface Package {
  readonly encoding?: string;
  /** The kinds that the package names. */
  readonly kinds?: readonly TestKind[];
  /** The kinds that its offers have prices of; the goods' price is that of the first, the others are 1. */
  readonly priced?: readonly TestKind[];
  readonly isChanges?: boolean;
}

/** The package of offers of an exchange: kinds of prices, stock by warehouse. */
export const offersXml = (
  goods: readonly TestGoods[],
  { encoding = 'UTF-8', kinds = [RETAIL, TRADE], priced = [RETAIL, TRADE], isChanges }: Package = {},
): string =>
  document(
    encoding,
    `<ПакетПредложений${isChanges === undefined ? '' : ` СодержитТолькоИзменения="${isChanges}"`}>${
      kinds.length > 0
        ? `<ТипыЦен>${kinds
            .map(
              ([id, title, currency = '']) =>
                `<ТипЦены><Ид>${id}</Ид><Наименование>${title}</Наименование>${currency && `<Валюта>${currency}</Валюта>`}</ТипЦены>`,
            )
            .join('')}</ТипыЦен>`
        : ''
    }<Предложения>${goods
      .map(
        ({ id, price = '0', currency = 'руб', stores = [], more = '' }) =>
          `<Предложение><Ид>${id}</Ид>${more}<Цены>${priced
            .map(
              ([kind], at) =>
                `<Цена><ИдТипаЦены>${kind}</ИдТипаЦены><ЦенаЗаЕдиницу>${at === 0 ? price : '1'}</ЦенаЗаЕдиницу>${currency && `<Валюта>${currency}</Валюта>`}</Цена>`,
            )
            .join('')}</Цены>${stores
            .map((amount, at) => `<Склад ИдСклада="s${at}" КоличествоНаСкладе="${amount}"/>`)
            .join('')}</Предложение>`,
      )
      .join('')}</Предложения></ПакетПредложений>`,
  );
