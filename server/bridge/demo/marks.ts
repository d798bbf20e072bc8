import type { Field, Part } from './parts.ts';
import type { Random } from './random.ts';

/** A make of vehicle or machine that parts fit, and how its price lists write articles. */
export interface Mark {
  readonly brand: string;
  readonly field: Field;
  /** How the make stands in titles, model by model. */
  readonly models: readonly string[];
  readonly manufacturers: readonly string[];
  /** An article of the make for this part. */
  article(random: Random, part: Part): string;
}

/** Groups of the unified numbering that belong to the engine take the engine's index instead of the vehicle's. */
const isEngine = (part: Part): boolean => Number(part.number.slice(0, 2)) < 15;

const SUFFIXES = ['', '', '', '-10', '-20', '-01', '-30', '-02', '-А', '-Б'] as const;

/** Articles like 740.1003010-20 and 5320-3501105. */
const unified =
  (engines: readonly string[], vehicles: readonly string[], engineSeparator: '.' | '-') =>
  (random: Random, part: Part): string => {
    const engine = isEngine(part);
    const index = random.pick(engine ? engines : vehicles);
    return `${index}${engine ? engineSeparator : '-'}${part.number}${random.pick(SUFFIXES)}`;
  };

/** Five digits, a dash, five digits: the first five tell the part, as Toyota writes them. */
const toyota = (random: Random, part: Part): string =>
  `${part.number.slice(1, 3)}${part.number.slice(4, 7)}-${random.pick(['33', '60', '12', '0K', '52', 'YZ', '26'])}${random.digits(3)}`;

const hyundai = (random: Random, part: Part): string =>
  `${part.number.slice(2, 7)}-${random.int(1, 9)}${random.pick(['F', 'H', 'D', 'R', '5', '7', 'B'])}${random.digits(3)}`;

const nissan = (random: Random, part: Part): string =>
  `${random.pick(['', 'D', 'B'])}${part.number.slice(3, 7)}${random.int(1, 9)}-${random.digits(2)}${random.pick(['F', 'J', 'B', 'E'])}${random.int(0, 9)}${random.pick(['A', '0', 'E'])}`;

const komatsu = (random: Random): string =>
  random.chance(0.5)
    ? `${random.pick(['6735', '6754', '6151', '600', '6217'])}-${random.int(10, 91)}-${random.digits(4)}`
    : `${random.pick(['20Y', '14X', '208', '195', '154', '21N'])}-${random.int(10, 98)}-${random.digits(5)}`;

const caterpillar = (random: Random): string =>
  random.chance(0.5)
    ? `${random.int(1, 9)}${random.pick(['R', 'W', 'N', 'P', 'T'])}-${random.digits(4)}`
    : `${random.int(100, 499)}-${random.digits(4)}`;

const jcb = (random: Random): string =>
  random.chance(0.5)
    ? `${random.pick(['320', '332', '334', '331', '128'])}/${random.pick(['', 'A', 'Y', 'C'])}${random.digits(4)}`
    : `${random.pick(['02', '15', '20', '25', '40'])}/${random.digits(6)}${random.pick(['', '', 'A'])}`;

/** Tractor articles like 51-03-101СП and 700-28-2500. */
const tractor = (random: Random): string => {
  const group = random.pick(['14', '16', '18', '24', '50', '51', '64', '700', '46', '48']);
  const tail = random.chance(0.3) ? random.digits(4) : String(random.int(1, 320));
  return `${group}-${String(random.int(1, 74)).padStart(2, '0')}-${tail}${random.pick(['', '', 'СП', '-1СП', '-02', '-01СП'])}`;
};

const grader = (random: Random): string =>
  random.chance(0.5)
    ? `Д395Б.${String(random.int(1, 60)).padStart(2, '0')}.${random.digits(3)}`
    : `ДЗ-98В.${random.int(10, 48)}.${String(random.int(1, 12)).padStart(2, '0')}.${random.digits(3)}`;

const excavator = (random: Random): string =>
  random.chance(0.4)
    ? `ЕК-18.${random.int(10, 60)}.${random.digits(2)}.${random.digits(3)}`
    : `${random.pick(['314', '331', '312'])}-${String(random.int(1, 19)).padStart(2, '0')}-${random.int(10, 60)}.${random.digits(2)}.${random.digits(3)}`;

const COMMON = ['Ремдеталь-Урал', 'ТЕХНОТРОН', 'Промтехсервис', 'Прогресс-Т', ''] as const;

const mark = (
  brand: string,
  field: Field,
  models: string,
  manufacturers: string,
  article: Mark['article'],
): Mark => ({
  brand,
  field,
  models: models.split('|'),
  manufacturers: [...manufacturers.split('|'), ...COMMON],
  article,
});

/** The makes of the demonstration catalogue. */
export const MARKS: readonly Mark[] = [
  mark(
    'КАМАЗ',
    'T',
    'КамАЗ|КамАЗ-5320|КамАЗ-65115|КамАЗ-6520|КамАЗ-43118|КамАЗ ЕВРО-2|КамАЗ ЕВРО-3|КамАЗ-4308',
    'КАМАЗ|ПАО «КАМАЗ»|БелАвтоДеталь|РОСТАР',
    unified(
      ['740', '7405', '740.30', '740.51', '740.70', '7406'],
      ['5320', '6520', '65115', '43118', '53205', '4310'],
      '.',
    ),
  ),
  mark(
    'КАМАЗ',
    'T',
    'КамАЗ-65116|КамАЗ-5490|КамАЗ-55111|КамАЗ-53215',
    'КАМАЗ|ПАО «КАМАЗ»',
    unified(['740.50', '740.60', '740.62'], ['53212', '55111', '5490', '54115', '6460'], '-'),
  ),
  mark(
    'УРАЛ',
    'T',
    'Урал-4320|Урал-5557|Урал-375|Урал-Next',
    'АЗ УРАЛ|УралАЗ',
    unified(['236', '238', '740'], ['4320', '375', '5557', '4320Я', '6370'], '-'),
  ),
  mark(
    'МАЗ',
    'T',
    'МАЗ|МАЗ-5336|МАЗ-5551|МАЗ-6430|МАЗ-4370 «Зубрёнок»',
    'МАЗ|БААЗ|БелКард',
    unified(['236', '238', '245', '260'], ['5336', '64221', '5440', '4370', '500', '6303'], '-'),
  ),
  mark(
    'ЯМЗ',
    'T',
    'ЯМЗ-236|ЯМЗ-238|ЯМЗ-7511|ЯМЗ-536',
    'Автодизель|ЯЗДА|ЯЗТО',
    unified(['236', '238', '7511', '536', '240', '236-НЕ'], ['236', '238', '239', '182'], '-'),
  ),
  mark(
    'ЗИЛ',
    'T',
    'ЗИЛ-130|ЗИЛ-5301 «Бычок»|ЗИЛ-131|ЗИЛ-4331',
    'АМО ЗИЛ|ЗИЛ',
    unified(['130', '375', '245'], ['130', '131', '4331', '5301', '431410'], '-'),
  ),
  mark(
    'КрАЗ',
    'T',
    'КрАЗ-255|КрАЗ-256|КрАЗ-6510',
    'АвтоКрАЗ',
    unified(['238', '7511'], ['255Б', '256Б', '6510', '260', '6437'], '-'),
  ),
  mark(
    'ГАЗ',
    'C',
    'ГАЗель|ГАЗель Next|ГАЗ-3307|ГАЗ-53|ГАЗ-3309|Соболь|Волга',
    'ГАЗ|ЗМЗ|Автокомпонент',
    unified(['406', '402', '405', '4216', '53', '245'], ['3302', '3307', '53', '24', '3309', '2705'], '.'),
  ),
  mark(
    'LADA',
    'C',
    'ВАЗ-2101-07|ВАЗ-2108-99|ВАЗ-2110|LADA Kalina|LADA Granta|LADA Vesta|Нива 21213',
    'АвтоВАЗ|ДААЗ|ВИС',
    unified(
      ['2101', '2108', '21083', '2112', '21126', '21129'],
      ['2101', '2108', '2110', '2123', '1118', '2190'],
      '-',
    ),
  ),
  mark(
    'УАЗ',
    'C',
    'УАЗ-469|УАЗ-452|УАЗ Патриот|УАЗ Хантер',
    'УАЗ|УМЗ|АДС',
    unified(['421', '409', '417', '514'], ['3151', '3160', '3163', '469', '452'], '-'),
  ),
  mark('ЧТЗ', 'M', 'Т-170|Т-130|Б-10М|Т-10М', 'ЧТЗ|ЧТЗ-Уралтрак|Трактородеталь', tractor),
  mark('ЧТЗ', 'M', 'Т-170|ЧТЗ Б10|Т-130', 'ЧТЗ|ЧТЗ-Уралтрак', tractor),
  mark('ЧСДМ', 'M', 'ДЗ-98|автогрейдера ДЗ-98В|ДЗ-143|ДЗ-122', 'ЧСДМ|Челдормаш', grader),
  mark('ТВЭКС', 'M', 'экскаватора ЕК-18|ЕК-14|экскаватора ЕТ-14|ЭО-3323', 'ТВЭКС|Ковровец', excavator),
  mark(
    'МТЗ',
    'M',
    'МТЗ-80/82|Беларус 82.1|МТЗ-1221|Д-245',
    'МТЗ|ММЗ|БЗТДиА',
    unified(['240', '245', '260', '50'], ['70', '80', '1221', '72', '85'], '-'),
  ),
  mark(
    'Toyota',
    'I',
    'Toyota Camry V40/V50|Toyota Corolla E150|Toyota RAV4|Toyota Land Cruiser 100/200|Toyota Hilux',
    'Toyota|Denso|Aisin|KYB|NiBK',
    toyota,
  ),
  mark(
    'Hyundai',
    'I',
    'Hyundai Solaris|Hyundai HD-78|Hyundai Porter II|Hyundai Tucson|KIA Rio',
    'Hyundai/KIA|MOBIS|CTR|Sangsin',
    hyundai,
  ),
  mark(
    'Nissan',
    'I',
    'Nissan Almera|Nissan X-Trail T31|Nissan Qashqai|Nissan Terrano|Nissan Atlas',
    'Nissan|Febest|KYB|Nipparts',
    nissan,
  ),
  mark(
    'Komatsu',
    'K',
    'Komatsu PC200-7|Komatsu D65EX|Komatsu WA380|Komatsu PC300',
    'Komatsu|Berco|ITR',
    komatsu,
  ),
  mark(
    'Caterpillar',
    'K',
    'Caterpillar 320D|CAT 336|CAT D6R|Caterpillar 966H',
    'Caterpillar|CAT|CTP|Berco',
    caterpillar,
  ),
  mark('JCB', 'K', 'JCB 3CX|JCB 4CX|JCB JS220|JCB 535-95', 'JCB|Perkins|Carraro', jcb),
];
