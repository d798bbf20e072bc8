import type { GuessNote, SheetGuess } from '../../../../contract/price-lists/guess.ts';
import { countOf, typographed } from '../../../../rules/format/texts.ts';
import type { ColumnChoice } from './preview.ts';
import { upload } from './upload-texts.ts';

/** What somebody should know before they trust a guess, in words. */
export const guessNotes = typographed<Readonly<Record<GuessNote, string>>>({
  'no header': 'В файле нет строки с названиями столбцов: столбцы определены только по содержимому.',
  'article from code':
    'Столбца с артикулом нет: вместо него взят код поставщика. Если артикулы стоят в другом столбце, укажите его.',
  'article in title': 'Столбца с артикулом нет: артикулы стоят внутри наименований и будут взяты оттуда.',
  'several prices': 'Столбцов с ценами несколько: проверьте, та ли цена выбрана.',
  'several stocks': 'Столбцов с остатками несколько: отметьте те, что нужно сложить.',
  'foreign currency':
    'В заголовке цены названа не рублёвая валюта: укажите курс в правилах, иначе строки не прочитаются.',
  crosses: 'Это список кроссов: цен и остатков в нём нет. Такие списки загружаются на своей странице:',
  'no price': 'Столбец с ценой не найден. Укажите его, иначе цены останутся прежними.',
  'no article': 'Столбец с артикулом не найден. Укажите его в таблице.',
  'no rows': 'На листе нет строк с товарами.',
});

const ROWS = ['строка', 'строки', 'строк'] as const;

/** A sheet that is guessed with less than this has next to nothing of a price list. */
const UNLIKE = 0.3;

/** Texts of what is told about a chosen file. */
export const preview = typographed({
  guessing: 'Смотрим, что где в файле',
  guessFailed: 'Разобрать файл не получилось.',
  unfit: 'Такой файл загрузить нельзя: исправьте его или выберите другой.',
  guessByHand: 'Укажите строку и столбцы сами: всё, что вы ввели, осталось на месте.',
  sure: 'Столбцы определены. Проверьте их в таблице.',
  unsure: 'Столбцы определены неуверенно: обязательно проверьте их в таблице.',
  own: 'Это собственный прайс каталога: бренд, поставщик и столбцы указывать не нужно.',
  toCrosses: 'Кроссы',
  sheets: 'Листы файла',
  sheetsHint: 'Отмеченные листы загружаются вместе. Столбцы у каждого листа свои: откройте лист, чтобы проверить их.',
  useSheet: (name: string) => `загружать лист «${name}»`,
  ownPrices: (name: string) => `Своя валюта и наценка у листа «${name}»`,
  priceLabels: { currency: 'Валюта листа', rate: 'Курс для листа', profit: 'Наценка листа, %' },
  ownPricesHint: 'Вместо общих из правил. Пустые поля — рубли и без наценки.',
  shownSheet: 'открыт',
  showSheet: 'Открыть',
  showSheetOf: (name: string) => `Открыть лист «${name}»`,
  /** What is told of a sheet beside its name; undefined where the file at hand has no such sheet. */
  sheetFacts: (sheet: SheetGuess | undefined): string => {
    if (!sheet) return 'в этом файле такого листа нет';
    const { certainty, notes, rowCount } = sheet;
    if (notes.includes('no rows')) return 'пустой';
    const rows = rowCount === null ? [] : [countOf(rowCount, ROWS)];
    return [...rows, ...(certainty < UNLIKE ? ['не похож на прайс'] : [])].join(', ');
  },
  noSheets: 'Отметьте хотя бы один лист.',
  wrongSheet: 'Проверьте строки и столбцы этого листа: так его не прочитать.',
  hint: 'Значение столбца выбирается над ним. Нажмите на номер строки, чтобы начать с неё.',
  chosenOnly: 'Только выбранные столбцы',
  region: 'Первые строки файла, таблицу можно прокручивать',
  row: 'Строка',
  meaningOf: (letters: string, name: string) => (name === '' ? `Столбец ${letters}` : `Столбец ${letters}, «${name}»`),
  startAt: (row: number) => `Начать со строки ${row}`,
  noPrice: 'нет цены',
  notAPrice: 'не цена: будет ошибка',
  noArticle: 'нет артикула: строка пропускается',
  group: 'заголовок группы',
  prices: 'Какую цену загружать',
  stocks: 'Какие остатки сложить',
  columnName: (letters: string, name: string) => (name === '' ? `Столбец ${letters}` : `${name} (${letters})`),
  example: (text: string) => `например, ${text}`,
  fields: 'Номера строк и столбцов',
} as const);

/** What a column can be chosen to mean. */
export const choiceLabel = (choice: ColumnChoice): string => {
  if (choice === '') return typographed('не нужен');
  return choice === 'more-amount' ? `${upload.columns.amount}: прибавить` : upload.columns[choice];
};
