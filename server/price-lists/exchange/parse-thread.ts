// The thread that reads a CommerceML 2 file of 1C into goods and offers, apart from the server because the XML may be
// hostile.
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import sax from 'sax';
import { type KnownKind, type PriceKind, type WantedKind, wantedKind } from './price-kinds.ts';
import { ExchangeProblem, type Goods, isNumber, type Offer, type Problem, positiveSum, unitPrice } from './settings.ts';

const GOODS = 'Товар';

const REMOVED = new Set(['удален', 'удалён']);

/** What was wrong in the file: how often, and the first text that shows it. */
export type Problems = Partial<Record<Problem, { count: number; first: string }>>;

/** Goods as a catalogue of CommerceML 2 has them; null for what has no id. */
function goodsOf(node: XmlNode): Goods | null {
  const id = idOf(node);
  if (id === null) return null;
  return {
    id,
    code: textOf(node, 'Код') || requisite(node, 'Код'),
    article: textOf(node, 'Артикул'),
    title: textOf(node, 'Наименование') || requisite(node, 'Полное наименование'),
    manufacturer: textOf(childOf(node, 'Изготовитель'), 'Наименование') || textOf(node, 'Производитель'),
    isRemoved: isRemoved(node),
  };
}

/** Longest id, characters: programs have a few dozen, and a column keeps no more. */
const ID_MAX = 250;

function idOf(node: XmlNode): string | null {
  const id = textOf(node, 'Ид').replace(/\s+/gu, ' ');
  return id === '' || id.length > ID_MAX ? null : id;
}

function isRemoved(node: XmlNode): boolean {
  const status = node.attributes.Статус ?? textOf(node, 'Статус');
  return REMOVED.has(status.toLowerCase()) || textOf(node, 'ПометкаУдаления') === 'true';
}

function requisite(node: XmlNode, name: string): string {
  const found = listOf(node, 'ЗначенияРеквизитов', 'ЗначениеРеквизита').find(
    (each) => textOf(each, 'Наименование') === name,
  );
  return textOf(found, 'Значение');
}

const OFFER = 'Предложение';
const PRICE_TYPE = 'ТипЦены';
/** What holds the offers of a file and says whether it is all there are. */
const PACKAGES = new Set(['ПакетПредложений', 'ИзмененияПакетаПредложений']);

const ROUBLES = /^(?:р|руб|рубл[ьяи]|рублей|российский рубль|rub|rur|643|810|₽)?\.?$/iu;

/** Reads the offers of a file by the kind of prices that the shop sells at, and counts what is wrong with them. */
class OfferReader {
  readonly kinds: PriceKind[] = [];
  readonly problems: Problems = {};
  /** Offers with a price of the kind, and those with other prices only. */
  taken = 0;
  others = 0;
  /** The package names all the prices that its goods have. */
  isWhole = false;
  readonly #request: ParseRequest;
  #wanted: WantedKind | null = null;

  constructor(request: ParseRequest) {
    this.#request = request;
  }

  get wanted(): WantedKind {
    this.#wanted ??= wantedKind(this.#request.priceType, this.#request.knownKinds, this.kinds);
    return this.#wanted;
  }

  get takenKind(): PriceKind | null {
    const { id, title } = this.wanted;
    if (this.taken === 0 || id === null) return null;
    const known = [...this.kinds, ...this.#request.knownKinds].find((kind) => kind.id === id);
    return known ?? { id, title, currency: '' };
  }

  takeKind(node: XmlNode): void {
    const id = idOf(node);
    if (id !== null && this.kinds.length < KINDS_MAX)
      this.kinds.push({ id, title: textOf(node, 'Наименование'), currency: textOf(node, 'Валюта') });
  }

  /** An offer as a package of CommerceML 2 has it; null without an id. */
  offerOf(node: XmlNode): Offer | null {
    const id = idOf(node);
    if (id === null) return null;
    const values = listOf(node, 'ХарактеристикиТовара', 'ХарактеристикаТовара').map((each) => textOf(each, 'Значение'));
    return {
      id,
      article: textOf(node, 'Артикул'),
      title: textOf(node, 'Наименование'),
      variant: values.filter((value) => value !== '').join(', '),
      price: this.#priceOf(node),
      amount: this.#amountOf(node),
      isRemoved: isRemoved(node),
    };
  }

  note(problem: Problem, first: string): void {
    const known = this.problems[problem];
    if (known) known.count += 1;
    else this.problems[problem] = { count: 1, first: first.slice(0, QUOTE_MAX).toWellFormed() };
  }

  #priceOf(node: XmlNode): string | null {
    const prices = listOf(node, 'Цены', 'Цена');
    const [first] = prices;
    if (!first) return null;
    if (this.wanted.id === null) this.#wanted = { id: textOf(first, 'ИдТипаЦены'), title: '', isSet: false };
    const { id } = this.wanted;
    const ofKind = prices.filter((each) => textOf(each, 'ИдТипаЦены') === id);
    const [price] = ofKind.toSorted((one, other) => leastOf(one) - leastOf(other));
    if (!price) {
      this.others += 1;
      return this.isWhole && this.kinds.some((kind) => kind.id === id) ? '' : null;
    }
    this.taken += 1;
    const ofType = [...this.kinds, ...this.#request.knownKinds].find((kind) => kind.id === id)?.currency ?? '';
    const currency = textOf(price, 'Валюта') || ofType;
    if (!ROUBLES.test(currency.slice(0, QUOTE_MAX))) {
      this.note('currency', currency);
      return null;
    }
    const text = textOf(price, 'ЦенаЗаЕдиницу');
    const roubles = unitPrice(text, textOf(price, 'Коэффициент'));
    if (roubles === null) this.note('price', text);
    return roubles;
  }

  /** Stock of all warehouses together; one that is below zero does not count. Null where it is not given or no number. */
  #amountOf(node: XmlNode): number | null {
    const texts = amountTexts(node);
    if (texts.length === 0) return null;
    const wrong = texts.find((text) => !isNumber(text));
    if (wrong === undefined) return positiveSum(texts);
    this.note('stock', wrong);
    return null;
  }
}

/** Kinds of prices of one file: programs have a few. */
const KINDS_MAX = 200;
/** Characters of a text that a message quotes. */
const QUOTE_MAX = 40;

/** The least quantity that a price is for: that of a single piece is the shop's. */
const leastOf = (price: XmlNode): number => positiveSum([textOf(price, 'МинКоличество')]);

/** The stock of each warehouse, or of all of them. */
function amountTexts(node: XmlNode): readonly string[] {
  const stores = node.children.flatMap(({ name, attributes }) =>
    name === 'Склад' && attributes.КоличествоНаСкладе !== undefined ? [attributes.КоличествоНаСкладе] : [],
  );
  if (stores.length > 0) return stores;
  const rests = listOf(node, 'Остатки', 'Остаток').flatMap((rest) => {
    const inStores = rest.children.filter(({ name }) => name === 'Склад');
    return inStores.length > 0 ? inStores : [rest];
  });
  if (rests.length > 0) return rests.map((rest) => textOf(rest, 'Количество'));
  const whole = textOf(node, 'Количество');
  return whole === '' ? [] : [whole];
}

export type Entry =
  | { readonly kind: 'goods'; readonly goods: Goods }
  | { readonly kind: 'offer'; readonly offer: Offer };

const NAMES: ReadonlySet<string> = new Set([GOODS, OFFER, PRICE_TYPE]);

/** Goods and offers. Throws ExchangeProblem. */
async function* entriesOf(file: string, reader: OfferReader): AsyncGenerator<Entry> {
  for await (const node of xmlRecords(xmlText(file), NAMES, PACKAGES)) {
    if (PACKAGES.has(node.name)) reader.isWhole = node.attributes.СодержитТолькоИзменения === 'false';
    else if (node.name === PRICE_TYPE) reader.takeKind(node);
    else {
      const goods = node.name === GOODS ? goodsOf(node) : null;
      const offer = node.name === OFFER ? reader.offerOf(node) : null;
      if (goods) yield { kind: 'goods', goods };
      else if (offer) yield { kind: 'offer', offer };
      else reader.note('id', textOf(node, 'Наименование'));
    }
  }
}

const HEAD_BYTES = 200;
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'windows-1251': 'windows-1251',
  cp1251: 'windows-1251',
};

/** The encoding that the declaration of an XML text names; UTF-8 without one. Throws ExchangeProblem for any other. */
function declaredEncoding(head: Buffer): string {
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/iu.exec(head.toString('latin1'))?.[1];
  const encoding = ENCODINGS[(named ?? 'utf-8').toLowerCase()];
  if (!encoding) throw new ExchangeProblem(`кодировка ${named} не поддерживается`);
  return encoding;
}

/** The text of an XML file, piece by piece. Throws ExchangeProblem where its bytes are not in the declared encoding. */
async function* xmlText(file: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(declaredEncoding(chunk.subarray(0, HEAD_BYTES)), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ExchangeProblem('текст повреждён: он не в той кодировке, которая объявлена');
  }
}

export interface ParseRequest {
  /** The file to read; its entries are written to `target`, a line of JSON each. */
  readonly file: string;
  readonly target: string;
  /** The id or title of the kind of prices to take; '' leaves the choice to what is known. */
  readonly priceType: string;
  readonly knownKinds: readonly KnownKind[];
}

/** What a file said beside its entries. */
export interface Parsed {
  readonly goods: number;
  readonly offers: number;
  readonly problems: Problems;
  readonly kinds: readonly PriceKind[];
  /** The kind that prices were taken of; null where none were. */
  readonly takenKind: PriceKind | null;
  readonly wanted: WantedKind;
  /** Offers that have prices, but none of the kind. */
  readonly others: number;
}

/** Elements inside one another: real files have about twelve. */
const DEPTH_MAX = 64;
/** Elements of one record, and characters of their texts and attributes: more is no goods. */
const RECORD_NODES_MAX = 20_000;
const RECORD_CHARACTERS_MAX = 1024 * 1024;

/** The five entities of XML and no others; @types/sax does not know of it. */
const XML_ONLY: sax.SAXOptions & { readonly strictEntities: boolean } = { strictEntities: true };

/** An element with all that is in it. */
interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlNode[];
}

interface OpenNode extends XmlNode {
  text: string;
  readonly children: XmlNode[];
}

/**
 * Reads an XML text as a stream and gives out every element of these names whole, one at a time, and of `beginnings` the
 * first tag where it stands. Document types and entities of a file's own are refused, depth and size of a record are bounded. Throws ExchangeProblem for a text that is no
 * XML or ends too early; what was given out before that then stands for nothing.
 */
async function* xmlRecords(
  text: AsyncIterable<string>,
  names: ReadonlySet<string>,
  beginnings: ReadonlySet<string>,
): AsyncGenerator<XmlNode> {
  const reader = new RecordReader(names, beginnings);
  for await (const piece of text) {
    reader.write(piece);
    yield* reader.take();
  }
  reader.end();
  yield* reader.take();
}

class RecordReader {
  readonly #parser = sax.parser(true, XML_ONLY);
  readonly #names: ReadonlySet<string>;
  readonly #beginnings: ReadonlySet<string>;
  readonly #open: OpenNode[] = [];
  #depth = 0;
  #nodes = 0;
  #characters = 0;
  readonly #ready: XmlNode[] = [];
  #hasRoot = false;

  constructor(names: ReadonlySet<string>, beginnings: ReadonlySet<string>) {
    this.#names = names;
    this.#beginnings = beginnings;
    const parser = this.#parser;
    parser.onerror = (error) => {
      const { line } = parser;
      parser.error = null as never;
      throw new ExchangeProblem(`файл повреждён или обрезан, строка ${line + 1}: ${error.message.split('\n')[0]}`);
    };
    parser.ondoctype = () => {
      throw new ExchangeProblem('файл с объявлением DOCTYPE не принимается');
    };
    parser.onopentag = ({ name, attributes }) => this.#begin(name, attributes as Record<string, string>);
    parser.onclosetag = () => this.#finish();
    parser.ontext = (text) => this.#add(text);
    parser.oncdata = (text) => this.#add(text);
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  end(): void {
    this.#parser.close();
    if (!this.#hasRoot) throw new ExchangeProblem('файл пуст');
  }

  take(): readonly XmlNode[] {
    return this.#ready.splice(0);
  }

  #begin(name: string, attributes: Record<string, string>): void {
    this.#hasRoot = true;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new ExchangeProblem('элементы вложены слишком глубоко');
    const isRecord = this.#names.has(name);
    if (this.#open.length === 0 && this.#beginnings.has(name))
      this.#ready.push({ name, attributes, text: '', children: [] });
    if (this.#open.length === 0 && !isRecord) return;
    if (this.#open.length === 0) {
      this.#nodes = 0;
      this.#characters = 0;
    }
    this.#nodes += 1;
    if (this.#nodes > RECORD_NODES_MAX) throw tooLong(name);
    for (const [key, value] of Object.entries(attributes)) this.#count(key.length + value.length);
    this.#open.push({ name, attributes, text: '', children: [] });
  }

  #finish(): void {
    this.#depth -= 1;
    const node = this.#open.pop();
    if (!node) return;
    const parent = this.#open.at(-1);
    if (parent) parent.children.push(node);
    else this.#ready.push(node);
  }

  #add(text: string): void {
    const node = this.#open.at(-1);
    if (!node) return;
    this.#count(text.length);
    node.text += text;
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > RECORD_CHARACTERS_MAX) throw tooLong(this.#open[0]?.name ?? '');
  }
}

const tooLong = (name: string) => new ExchangeProblem(`запись «${name}» слишком велика`);

const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name);

/** The text of the first child of that name, trimmed; empty without one. */
const textOf = (node: XmlNode | undefined, name: string): string => childOf(node, name)?.text.trim() ?? '';

const listOf = (node: XmlNode | undefined, list: string, name: string): readonly XmlNode[] =>
  childOf(node, list)?.children.filter((child) => child.name === name) ?? [];

/** Reads a file of CommerceML apart from the server: a hostile one may cost a thread its life. */
const request = workerData as ParseRequest;
const reader = new OfferReader(request);
const counts = { goods: 0, offers: 0 };

async function* lines(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  for await (const entry of entries) {
    if (entry.kind === 'goods') counts.goods += 1;
    else counts.offers += 1;
    yield `${JSON.stringify(entry)}\n`;
  }
}

try {
  const output = createWriteStream(request.target, { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(lines(entriesOf(request.file, reader))), output);
  const { problems, kinds, takenKind, wanted, others } = reader;
  parentPort?.postMessage({ ...counts, problems, kinds, takenKind, wanted, others } satisfies Parsed);
} catch (error) {
  const { message, code } = error as Error & { code?: unknown };
  parentPort?.postMessage({ message, code });
}
