import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wordsOfForm } from '../../../server/catalogue/part-reader/lexicon-data.ts';
import { readPart } from '../../../server/catalogue/part-reader/read-part.ts';

const kindOf = (text: string) => readPart(text).kind?.name ?? null;
const machinesOf = (text: string) => readPart(text).machines.map(({ name }) => name);

describe('one part in many words', () => {
  test.each([
    [
      'насос водяной',
      ['помпа', 'Насос вод.', 'насос охлаждающей жидкости', 'WATER PUMP', 'PUMP ASSY-WATER', 'помпы водяные'],
    ],
    ['палец рессоры', ['рессорные пальцы', 'пальцы рессоры', 'палец рессорный']],
    ['патрубок радиатора', ['патрубок радиатора', 'патрубки радиаторов', 'патр. радиатора']],
    ['головка блока цилиндров', ['ГБЦ', 'г.б.ц.', 'головка блока', 'головки блоков цилиндров']],
    ['фильтр масляный', ['Ф-р масл.', 'масляный фильтр', 'OIL FILTER', 'фильтр масла']],
    ['подшипник', ['подшипник', 'подшыпник', 'подшипников']],
    ['энергоаккумулятор', ['енергоакумулятор', 'энергоакумулятор']],
    ['гидроаккумулятор', ['гидроакамулятор']],
    ['гидрораспределитель', ['гидрораспридилитель']],
  ])('%s', (name, texts) => {
    for (const text of texts) expect(kindOf(text), text).toBe(name);
  });
});

describe('the part before what belongs to it', () => {
  test.each([
    ['Ремкомплект насоса водяного ЯМЗ-236', 'ремкомплект насоса водяного'],
    ['Суппорт (р/к)', 'ремкомплект суппорта'],
    ['Стартер с прокладкой', 'стартер'],
    ['Болт головки блока', 'болт головки блока цилиндров'],
    ['Ремень 8РК1050', 'ремень'],
  ])('%s', (text, name) => {
    const kind = readPart(text).kind;
    expect([kind?.name, kind?.parent?.name]).toContain(name);
  });

  test('names what a piece belongs to', () => {
    const { kind, objects } = readPart('Кронштейн генератора');
    expect([kind?.name, ...objects.map(({ name }) => name)].join(' ')).toContain('генератор');
  });
});

describe('machines in any spelling', () => {
  test.each([
    ['помпа хово', ['HOWO']],
    ['фара шакман', ['Shacman']],
    ['фильтр каунти', ['Hyundai County']],
    ['Насос ЯМЗ 236', ['ЯМЗ-236']],
    ['Фильтр HD65/72/78', ['Hyundai HD65', 'Hyundai HD72', 'Hyundai HD78']],
    ['колодки КАМАЗ 5320, 5511', ['КАМАЗ 5320', 'КАМАЗ 5511']],
    ['рычаг A6 C5', ['Audi A6 C5']],
    ['диск муфты Т-170 Б10М', ['Т-170', 'Б-10']],
    ['стойка х-рей', ['ВАЗ-Xray']],
  ])('%s', (text, names) => {
    expect(machinesOf(text)).toEqual(names);
  });

  test.each([
    ['Шкворень ГАЗ-53,3307', ['ГАЗ-53', 'ГАЗ-3307']],
    ['Блок предохранителей ВАЗ 2108-15', ['ВАЗ-2108', 'ВАЗ-2115']],
    ['Стекло HD65-78', ['Hyundai HD65', 'Hyundai HD78']],
    ['Ремень D4BF/BH', ['Hyundai D4BF', 'Hyundai D4BH']],
    ['Мотор печки CAT 320C/320D', ['Caterpillar 320C', 'Caterpillar 320D']],
    ['Полуось ВАЗ 2108-2403010', ['ВАЗ']],
  ])('a list: %s', (text, names) => {
    expect(machinesOf(text)).toEqual(names);
  });

  test.each([
    ['Косилка КРН-2,1', 'КРН-2.1'],
    ['Рейка рукояти ЭКГ-4,6Б', 'ЭКГ-4.6'],
    ['Сошник СЗ-3,6 двухдисковый', 'СЗ-3.6'],
  ])('a comma within a model: %s', (text, name) => {
    expect(machinesOf(text)).toEqual([name]);
  });

  test.each([
    ['Гильза двиг. 740', 'КАМАЗ-740'],
    ['Прокладка ГБЦ дв.406', 'ЗМЗ-406'],
    ['Головка блока 4216 двс', 'УМЗ-4216'],
  ])('a number beside an engine: %s', (text, name) => {
    expect(machinesOf(text)).toEqual([name]);
  });

  test('names of several machines are those of a make in the text', () => {
    expect(machinesOf('Filter CAT 1R-0749 (3508, 3512)')).toEqual(['Caterpillar 3508', 'Caterpillar 3512']);
    expect(machinesOf('Сегмент косы (Дон, Нива)')).toEqual(['Комбайн Дон', 'СК-5']);
    expect(machinesOf('сегмент Нива')).toEqual(['ВАЗ-2121']);
  });

  test('a title in capitals may cut a name short', () => {
    expect(machinesOf('НАСОС ВОДЯНОЙ VOLV')).toEqual(['Volvo']);
    expect(machinesOf('ПЕТЛЯ ВОРОТ SCHMIT')).toEqual(['Schmitz Cargobull']);
    expect(machinesOf('насос водяной volv')).toEqual([]);
  });

  test.each([
    ['Г/ЦИЛ. КС-45717.31.300', 'КС-45717', 'the number of a drawing'],
    ['Поддон масл.2108', 'ВАЗ-2108', 'a word cut right before it'],
  ])('%s: %s stands in %s', (text, name) => expect(machinesOf(text)).toEqual([name]));

  test('a machine that is named twice is said once', () => {
    expect(readPart('Крыльчатка ЗИЛ-5301 "Бычок"').named).toHaveLength(1);
  });

  test.each([
    ['Стартер Ремдеталь-Урал', 'a piece of the name of a maker'],
    ['Подвесной d-65', 'a diameter'],
    ['РВД 2SN L-1500', 'a length'],
    ['АКБ 60Ач 540А', 'a quantity'],
    ['Подшипник 6303', 'a bearing'],
    ['Шайба 12 ГОСТ 6402', 'a standard'],
    ['Опора 11210-JD000', 'letters within an article'],
    ['Амортизатор передний газ', 'a gas'],
    ['Упор газ капота', 'a gas'],
    ['Вкладыши Н1', 'a repair size'],
    ['Бампер седан', 'a body'],
    ['компрессор 130-3509012', 'the beginning of an article'],
    ['датчик газа', 'a word that changes, as a short name does not'],
    ['Втулка 80', 'a number without its make'],
    ['клапан ТМ-100', 'a number behind other letters'],
  ])('%s: %s is none', (text) => {
    expect(machinesOf(text)).toEqual([]);
  });
});

test('sides in words, letters and cuts', () => {
  expect(readPart('Фара лев. перед.').sides).toEqual(['левый', 'передний']);
  expect(readPart('BRAKE PAD RR LH').sides).toEqual(['задний', 'левый']);
  expect(readPart('ФОНАРЬ ЗАДНИЙ ЛЕВЫ').sides).toEqual(['задний', 'левый']);
  expect(readPart('Шестерня 5 перед.').sides).toEqual([]);
});

test('sizes in one notation', () => {
  for (const text of ['Сальник 135х140', 'Сальник 135*140', 'Сальник 135×140']) {
    expect(readPart(text).sizes, text).toContain('135x140');
  }
  expect(readPart('Болт М8×1,25×30').sizes).toEqual(['m8x1.25x30']);
  expect(readPart('Стартер 24 В').sizes).toEqual(['24v']);
});

test('watts are a size, and «ВТ» that counts nothing a machine', () => {
  const read = (title: string) => {
    const { sizes, machines } = readPart(title);
    return [sizes, machines.map(({ name }) => name)];
  };
  expect(read('Лампа 40 Вт')).toEqual([['40вт'], []]);
  expect(read('Лампа 24В 21Вт')).toEqual([['24v', '21вт'], []]);
  expect(read('Генератор 1,5 кВт Т-170')).toEqual([['1.5квт'], ['Т-170']]);
  expect(read('Каток ВТ')).toEqual([[], ['BT']]);
  expect(read('Каток 2 ВТ-150')[1]).toEqual(['ВТ-150']);
});

test.each([
  ['Рукав Ду 16, L=950 мм', ['ду16', 'l=950', '950мм']],
  ['Рукав DN16', ['ду16']],
  ['Палец Ø 20', ['ø20']],
  ['Палец d=20', ['ø20']],
  ['Штуцер 1 1/4, 1/2', ['1 1/4', '1/2']],
  ['Стартер 8,1 кВт', ['8.1квт']],
  // A model, a range, articles.
  ['Портер L200', []],
  ['Рукав 2108/2', []],
  ['Клапан 1/41416/30', []],
  ['Кран Р80-3/4-22', []],
])('sizes beside their names: %s', (text, names) => {
  expect(
    readPart(text)
      .sizePlaces.map(({ name }) => name)
      .sort(),
  ).toEqual([...names].sort());
});

test('what says nothing of the part is no part of it', () => {
  const { roles, pieces } = readPart('купить стартер камаз цена москва 2 шт');
  const rest = pieces.filter((_, at) => roles[at] === 'rest').map(({ typed }) => typed);
  expect(rest).toEqual([]);
});

test('any text is read, however long or odd', () => {
  for (const text of ['', ' ', '«»', '\ud800', 'а'.repeat(100_000), '1-'.repeat(5_000), 'р/к '.repeat(500)]) {
    expect(() => readPart(text)).not.toThrow();
  }
});

describe('the data', () => {
  const rowsOf = (file: string) =>
    readFileSync(new URL(`../../../server/catalogue/part-reader/${file}`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(';'));
  const kinds = rowsOf('kinds.csv');

  test('no form belongs to two kinds', () => {
    const owners = new Map<string, string>();
    const clashes: string[] = [];
    for (const [name = '', , , forms = ''] of kinds) {
      for (const form of [name, ...forms.split('|')].filter((one) => one !== '')) {
        const key = wordsOfForm(form).sort().join(' ');
        const owner = owners.get(key);
        if (owner !== undefined && owner !== name) clashes.push(`${form}: ${owner} and ${name}`);
        owners.set(key, name);
      }
    }
    expect(clashes).toEqual([]);
  });

  test('every kind has a known parent and a system of the list', () => {
    const names = new Set(kinds.map(([name]) => name));
    expect(names.size).toBe(kinds.length);
    expect(kinds.length).toBeGreaterThan(1_800);
    const systems = new Set(kinds.map(([, , system]) => system));
    expect(systems.size).toBeLessThanOrEqual(24);
    for (const row of kinds) {
      expect(row, row.join(';')).toHaveLength(4);
      const [name, parent = ''] = row;
      expect(parent === '' || (parent !== name && names.has(parent)), `${name}: ${parent}`).toBe(true);
    }
  });

  test('every machine has a make that is there, and a sort', () => {
    const machines = rowsOf('machines.csv');
    const names = new Set(machines.map(([name]) => name));
    expect(names.size).toBeGreaterThan(1_500);
    for (const row of machines) {
      expect(row, row.join(';')).toHaveLength(6);
      expect(names.has(row[1]), row.join(';')).toBe(true);
    }
  });
});

describe('what stands beside the part is not it', () => {
  test.each([
    ['Вал коленчатый Д-243 под 2 сальника', 'коленвал', 'what it is for'],
    ['Головка блока Д-245 под шпильки', 'головка блока цилиндров', 'what it is for'],
    ['Палец реакт. штанги КАМАЗ (р/к РМШ 4шт)', 'палец штанги реактивной', 'a bracket that lists more'],
    ['Сальник (манжета) ступицы', 'сальник ступицы', 'another word for it'],
    ['Поршень D4DB (с пальц.)', 'поршень', 'a bracket of what comes along'],
    ['КПП ЯМЗ-239 б/у (без картера сц.)', 'коробка передач', 'what it comes without'],
    ['Радиатор охл. Camry АКПП', 'радиатор охлаждения', 'the gearbox of the machine'],
    ['Рессора перед. 9 лист.', 'рессора', 'a count of leaves'],
    ['Насос шест. НШ-100А-3Л', 'насос шестерённый', 'a noun that was cut'],
    ['OIL PAN ENGINE HONDA', 'поддон двигателя', 'the engine in English'],
    ['Alternator Case Magnum', 'генератор', 'the make of a machine'],
    ['FAN BELT 8PK1420', 'ремень вентилятора', 'its size'],
    ['HYDRAULIC FILTER AT308568', 'фильтр гидравлический', 'the letters of an article'],
    ['Вкладыши шатунн. Д-160 Р1 (к-т)', 'вкладыш шатунный', 'the letter of a size'],
    ['Опора двиг. (аморт-р) БелАЗ 75131 задняя', 'опора двигателя', 'a bracket behind a whole name'],
    ['Термостат в корпусе Explorer V 3.5', 'термостат', 'what it is in'],
    ['Коленвал ЯМЗ 2 сальника', 'коленвал', 'a number of smaller parts'],
    ['водило насоса', 'водило', 'what it is of'],
    ['Бампер усил. УАЗ', 'бампер', 'a word cut behind it'],
    ['Подш. генератора 6303 2RS', 'подшипник генератора', 'its number'],
    ['вставка ремонтная 12 мм к-т', 'вставка резьбовая', 'how it is sold'],
    ['CLIP FENDER', 'клипса', 'the thing of a small part in English'],
    ['CLAMP, V-BAND TURBO', 'хомут турбокомпрессора', 'what follows a comma in English'],
    ['compressor cover assy Ford F-150', 'картер компрессора', 'how it comes in English'],
    ['COOLANT PIPE FRONT LH', 'труба водяная', 'its side in English'],
    ['колодки и диски тормозные', 'колодка тормозная', 'a second part'],
    ['фильтр масляный и воздушный', 'фильтр масляный', 'a second part'],
    ['прокладка впускного и выпускного коллектора', 'прокладка впускного коллектора', 'one part all the same'],
  ])('%s', (text, name) => expect(kindOf(text)).toBe(name));
});

describe('sets and states of a part turn it into no other', () => {
  test.each([
    ['ТНВД Д-160 51-67-9СП рем.', 'насос топливный высокого давления', ['ремонтный']],
    ['КПП МТЗ-82 в сб. после рем.', 'коробка передач', ['восстановленный']],
    ['КПП ЯМЗ-238ВМ кап.ремонт', 'коробка передач', ['восстановленный']],
    ['Двигатель Isuzu 6BG1 б/у контр.', 'двигатель', ['б/у']],
    ['Ремни к-т', 'ремень', ['комплект']],
    ['Патрубки радиат. УРАЛ к-т', 'патрубок радиатора', ['комплект']],
    ['Прокладки к-т', 'набор прокладок', ['комплект']],
    ['Рем. комплект суппорта', 'ремкомплект суппорта', []],
    ['Колпачки маслосъемные (16шт)', 'колпачок маслосъёмный', ['комплект']],
    ['Вкладыши коренные WD615 +0.25', 'вкладыш коренной', ['ремонтный']],
    ['ПГУ КАМАЗ ст/обр.', 'пневмогидроусилитель сцепления', ['старый образец']],
    ['Руководство по ремонту', 'каталог', []],
    ['Р-р водян. Т-150', 'радиатор охлаждения', []],
    ['Синхр-р 1-2 пер. ЯМЗ', 'синхронизатор', []],
    ['Скребок элеватора Dominator 108 к-т', 'скребок элеватора', ['комплект']],
  ])('%s', (text, name, marks) => {
    expect(kindOf(text)).toBe(name);
    expect(readPart(text).marks).toEqual(marks);
  });
});

describe('a noun that no data know has another part', () => {
  test.each([
    'Сектор стартера',
    'Пневмогидронасос подкачки мочевины',
    'Колено сапуна',
    'Кр. радиатора',
    'Кулер подшипников',
  ])('%s', (text) => {
    expect(readPart(text).kind).toBeNull();
    expect(readPart(text).objects).toHaveLength(1);
  });
  test('several parts behind a maker are parts', () =>
    expect(kindOf('Фритекс колодки тормозные')).toBe('колодка тормозная'));
});

describe('words that say nothing alone and sides cut short are of a name', () => {
  test.each([
    ['делитель потока', 'делитель потока'],
    ['быстрый старт', 'быстрый старт'],
    ['Датчик t нар. воздуха', 'датчик температуры наружного воздуха'],
    ['Колпачковая гайка клап. крышки', 'гайка клапанной крышки'],
    ['Р/к рул. цил. Ц50-3405215 МТЗ-82', 'ремкомплект гидроцилиндра рулевого'],
    ['Sway bar bushnig kit', 'втулка стабилизатора'],
  ])('%s', (text, name) => expect(kindOf(text)).toBe(name));
});

describe('sides that are none', () => {
  test.each([
    ['Насос НШ-50А-3 прав. вращ.', []],
    ['Гайка колеса лев. резьба', []],
    ['Зеркало заднего вида левое', ['левый']],
    ['Диск КПП 1-ой пер.', []],
    ['Цепь ПР-38,1', []],
    ['Лист рессоры №1 перед.', ['передний']],
    ['Редуктор з/моста', ['задний']],
    ['Фара L Aveo T250', ['левый']],
    ['Стойка стаб. Yutong задн R', ['задний', 'правый']],
    ['Масло Castrol 4 L', []],
    ['Шина 205/55 R 16', []],
    ['Свеча СР65-А1', []],
    ['ТНВД CP3.3', []],
    ['Вак. усилитель RHD', []],
  ])('%s', (text, sides) => expect(readPart(text).sides).toEqual(sides));
});
