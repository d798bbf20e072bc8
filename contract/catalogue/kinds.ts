// Kinds of parts (filter, brake …), recognised by the title: each has a drawing in `public/parts.svg` that stands in
// for a missing photo.

const PART_KINDS = [
  'filter',
  'brake',
  'engine',
  'gasket',
  'bearing',
  'shaft',
  'gear',
  'pump',
  'radiator',
  'suspension',
  'belt',
  'electrics',
  'lamp',
  'wheel',
  'body',
  'fastener',
  'track',
  'part',
] as const;
type PartKind = (typeof PART_KINDS)[number];

/** The drawing of a unit of a vehicle, as titles are read to belong to one; none of its own: that of any part. */
const SYSTEM_DRAWINGS: Readonly<Record<string, PartKind>> = {
  двигатель: 'engine',
  топливо: 'pump',
  впуск: 'filter',
  охлаждение: 'radiator',
  сцепление: 'gear',
  'коробка передач': 'gear',
  'мосты и кардан': 'shaft',
  'подвеска и ходовая': 'suspension',
  тормоза: 'brake',
  электрика: 'electrics',
  'кузов и кабина': 'body',
  'отопление и кондиционер': 'radiator',
  гидравлика: 'pump',
  'навесное оборудование': 'track',
  'колёса и шины': 'wheel',
  'подшипники и уплотнения': 'bearing',
  расходники: 'filter',
  крепёж: 'fastener',
};

export const drawingOfSystem = (system: string): PartKind => SYSTEM_DRAWINGS[system] ?? 'part';

/** Beginnings of words, in lower case with е for ё. */
const BEGINNINGS: Readonly<Record<Exclude<PartKind, 'part'>, string>> = {
  filter: 'фильтр элемент фильтроэлемент воздухоочист сепаратор влагоотдел filter',
  brake: 'колодк тормоз суппорт накладк энергоаккум барабан brake',
  engine: 'поршен поршн гильз головк блок клапан коромысл форсунк двигател турбо коллектор толкател engine',
  gasket: 'прокладк сальник манжет уплотн пыльник ремкомплект рти gasket seal',
  bearing: 'подшипник вкладыш втулк ступиц bearing',
  shaft: 'вал валик полуось карданн крестовин шлицев распредвал коленвал цапф вилка shaft',
  gear: 'шестерн колесо-зубч венец звездочк сателлит дифференциал редуктор коробк кпп маховик сцеплен корзин муфт gear',
  pump: 'насос гидронасос помпа гидромотор гидроцилиндр цилиндр гидрораспр распределител компрессор тнвд pump',
  radiator: 'радиатор термостат охладител теплообмен вентилятор крыльчатк бачок интеркулер отопител',
  suspension: 'амортизатор пружин рессор стремянк сайлентблок рычаг шаров наконечник тяга стойк стабилиз подвеск shock',
  belt: 'ремен ремн ролик натяжител рукав шланг патрубок трубк трос цепь belt hose',
  electrics:
    'стартер генератор аккумулятор батаре датчик реле катушк свеч свечи выключател переключател провод жгут втягив кнопк предохранит блок-реле',
  lamp: 'фара фары фонар лампа указател повторител плафон маяк',
  wheel: 'шина шины колес автокамер покрышк обод колпак',
  body: 'зеркал стекл дверь капот бампер крыло кабин сиден щетк стеклоподъ решетк брызговик mirror',
  fastener: 'болт гайк шпильк шайб винт заклепк хомут метиз палец шплинт крепеж штифт',
  track: 'гусениц звено каток катки башмак зуб зубья коронк нож ковш адаптер сегмент track',
};

const KIND_OF_BEGINNING: readonly (readonly [string, PartKind])[] = PART_KINDS.filter((kind) => kind !== 'part')
  .flatMap((kind) => BEGINNINGS[kind].split(' ').map((beginning): readonly [string, PartKind] => [beginning, kind]))
  .sort(([first], [second]) => second.length - first.length);

/** The kind that the first known word of a title names; `part` when it has none. */
export function kindOf(title: string): PartKind {
  const words =
    title
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[a-zа-я][a-zа-я-]*/g) ?? [];
  for (const word of words) {
    const found = KIND_OF_BEGINNING.find(([beginning]) => word.startsWith(beginning));
    if (found !== undefined) return found[1];
  }
  return 'part';
}
