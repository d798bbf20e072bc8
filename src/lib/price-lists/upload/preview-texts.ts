import type { GuessNote, SheetGuess } from '../../../../contract/price-lists/guess.ts';
import { countOf } from '../../../../rules/format/numbers.ts';
import type { ColumnChoice } from './preview.ts';
import { upload } from './upload-texts.ts';

/** What somebody should know before they trust a guess, in words. */
export const guessNotes: Readonly<Record<GuessNote, string>> = {
  'no header': 'В\u00a0файле нет строки с\u00a0названиями столбцов: столбцы определены только по\u00a0содержимому.',
  'article from code':
    'Столбца с\u00a0артикулом нет: вместо него взят код поставщика. Если артикулы стоят в\u00a0другом столбце, укажите его.',
  'article in title': 'Столбца с\u00a0артикулом нет: артикулы стоят внутри наименований и\u00a0будут взяты оттуда.',
  'several prices': 'Столбцов с\u00a0ценами несколько: проверьте, та\u00a0ли цена выбрана.',
  'several stocks': 'Столбцов с\u00a0остатками несколько: отметьте те, что нужно сложить.',
  'foreign currency':
    'В\u00a0заголовке цены названа не\u00a0рублёвая валюта: укажите курс в\u00a0правилах, иначе строки не\u00a0прочитаются.',
  crosses: 'Это список кроссов: цен и\u00a0остатков в\u00a0нём нет. Такие списки загружаются на\u00a0своей странице:',
  'no price': 'Столбец с\u00a0ценой не\u00a0найден. Укажите его, иначе цены останутся прежними.',
  'no article': 'Столбец с\u00a0артикулом не\u00a0найден. Укажите его в\u00a0таблице.',
  'no rows': 'На\u00a0листе нет строк с\u00a0товарами.',
};

const ROWS = ['строка', 'строки', 'строк'] as const;

/** A sheet that is guessed with less than this has next to nothing of a price list. */
const UNLIKE = 0.3;

/** Texts of what is told about a chosen file. */
export const preview = {
  guessing: 'Смотрим, что где в\u00a0файле',
  guessFailed: 'Разобрать файл не\u00a0получилось.',
  unfit: 'Такой файл загрузить нельзя: исправьте его или выберите другой.',
  guessByHand: 'Укажите строку и\u00a0столбцы сами: всё, что вы\u00a0ввели, осталось на\u00a0месте.',
  sure: 'Столбцы определены. Проверьте их в\u00a0таблице.',
  unsure: 'Столбцы определены неуверенно: обязательно проверьте их в\u00a0таблице.',
  own: 'Это собственный прайс каталога: бренд, поставщик и\u00a0столбцы указывать не\u00a0нужно.',
  toCrosses: 'Кроссы',
  sheets: 'Листы файла',
  sheetsHint:
    'Отмеченные листы загружаются вместе. Столбцы у\u00a0каждого листа свои: откройте лист, чтобы проверить их.',
  useSheet: (name: string) => `загружать лист «${name}»`,
  ownPrices: (name: string) => `Своя валюта и\u00a0наценка у\u00a0листа «${name}»`,
  priceLabels: { currency: 'Валюта листа', rate: 'Курс для листа', profit: 'Наценка листа, %' },
  ownPricesHint: 'Вместо общих из\u00a0правил. Пустые поля\u00a0— рубли и\u00a0без наценки.',
  shownSheet: 'открыт',
  showSheet: 'Открыть',
  showSheetOf: (name: string) => `Открыть лист «${name}»`,
  /** What is told of a sheet beside its name; undefined where the file at hand has no such sheet. */
  sheetFacts: (sheet: SheetGuess | undefined): string => {
    if (!sheet) return 'в\u00a0этом файле такого листа нет';
    const { certainty, notes, rowCount } = sheet;
    if (notes.includes('no rows')) return 'пустой';
    const rows = rowCount === null ? [] : [countOf(rowCount, ROWS)];
    return [...rows, ...(certainty < UNLIKE ? ['не\u00a0похож на\u00a0прайс'] : [])].join(', ');
  },
  noSheets: 'Отметьте хотя\u00a0бы один лист.',
  wrongSheet: 'Проверьте строки и\u00a0столбцы этого листа: так его не\u00a0прочитать.',
  hint: 'Значение столбца выбирается над ним. Нажмите на\u00a0номер строки, чтобы начать с\u00a0неё.',
  chosenOnly: 'Только выбранные столбцы',
  region: 'Первые строки файла, таблицу можно прокручивать',
  row: 'Строка',
  meaningOf: (letters: string, name: string) => (name === '' ? `Столбец ${letters}` : `Столбец ${letters}, «${name}»`),
  startAt: (row: number) => `Начать со\u00a0строки ${row}`,
  noPrice: 'нет цены',
  notAPrice: 'не\u00a0цена: будет ошибка',
  noArticle: 'нет артикула: строка пропускается',
  group: 'заголовок группы',
  prices: 'Какую цену загружать',
  stocks: 'Какие остатки сложить',
  columnName: (letters: string, name: string) => (name === '' ? `Столбец ${letters}` : `${name} (${letters})`),
  example: (text: string) => `например, ${text}`,
  fields: 'Номера строк и\u00a0столбцов',
} as const;

/** What a column can be chosen to mean. */
export const choiceLabel = (choice: ColumnChoice): string => {
  if (choice === '') return 'не\u00a0нужен';
  return choice === 'more-amount' ? `${upload.columns.amount}: прибавить` : upload.columns[choice];
};
