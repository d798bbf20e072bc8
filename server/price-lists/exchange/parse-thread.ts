// The thread that reads a CommerceML 2 file of 1C into goods and offers, apart from the server because the XML may be
// hostile.
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import sax from 'sax';
import { ExchangeProblem, type Goods, type Offer, positiveSum, roundedPrice } from './settings.ts';

const GOODS = 'Товар';

const REMOVED = new Set(['удален', 'удалён']);

/** Goods as a catalogue of CommerceML 2 has them; null for what has no id. */
function goodsOf(node: XmlNode): Goods | null {
  const id = textOf(node, 'Ид');
  if (id === '') return null;
  return {
    id: goodsId(id),
    code: textOf(node, 'Код') || requisite(node, 'Код'),
    article: textOf(node, 'Артикул'),
    title: textOf(node, 'Наименование') || requisite(node, 'Полное наименование'),
    manufacturer: textOf(childOf(node, 'Изготовитель'), 'Наименование') || textOf(node, 'Производитель'),
    isRemoved: isRemoved(node),
  };
}

/** An offer of one kind of the goods has the kind's id behind the goods' own. */
const goodsId = (id: string): string => id.split('#', 1).join();

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

const ROUBLES = /^(?:руб\.?|rub|rur|643|810|₽)?$/iu;

/** An offer as a package of CommerceML 2 has it, with the price of that type, else its first one; null without an id. */
function offerOf(node: XmlNode, priceType: string | null): Offer | null {
  const id = textOf(node, 'Ид');
  if (id === '') return null;
  return {
    id: goodsId(id),
    article: textOf(node, 'Артикул'),
    title: textOf(node, 'Наименование'),
    price: priceOf(node, priceType),
    amount: amountOf(node),
  };
}

function priceOf(node: XmlNode, priceType: string | null): string | null {
  if (!childOf(node, 'Цены')) return null;
  const prices = listOf(node, 'Цены', 'Цена');
  const wanted = priceType === null ? prices[0] : prices.find((each) => textOf(each, 'ИдТипаЦены') === priceType);
  if (!wanted) return '';
  const price = roundedPrice(textOf(wanted, 'ЦенаЗаЕдиницу'));
  const currency = textOf(wanted, 'Валюта');
  return ROUBLES.test(currency) ? price : `${price} ${currency}`;
}

/** Stock of all warehouses together; one that is below zero does not count. */
function amountOf(node: XmlNode): number | null {
  const stores = node.children.filter(({ name }) => name === 'Склад');
  if (stores.length > 0) return positiveSum(stores.map(({ attributes }) => attributes.КоличествоНаСкладе ?? ''));
  const rests = listOf(node, 'Остатки', 'Остаток').flatMap((rest) => {
    const inStores = rest.children.filter(({ name }) => name === 'Склад');
    return inStores.length > 0 ? inStores : [rest];
  });
  if (rests.length > 0) return positiveSum(rests.map((rest) => textOf(rest, 'Количество')));
  const whole = textOf(node, 'Количество');
  return whole === '' ? null : positiveSum([whole]);
}

export type Entry =
  | { readonly kind: 'goods'; readonly goods: Goods }
  | { readonly kind: 'offer'; readonly offer: Offer };

const NAMES: ReadonlySet<string> = new Set([GOODS, OFFER, PRICE_TYPE]);

/** Goods and offers; `priceType` is the title of the price to take, '' for the first. Throws ExchangeProblem. */
async function* entriesOf(file: string, priceType: string): AsyncGenerator<Entry> {
  const types: { readonly id: string; readonly title: string }[] = [];
  let chosen: string | null | undefined;
  for await (const node of xmlRecords(xmlText(file), NAMES)) {
    if (node.name === PRICE_TYPE) types.push({ id: textOf(node, 'Ид'), title: textOf(node, 'Наименование') });
    else if (node.name === GOODS) {
      const goods = goodsOf(node);
      if (goods) yield { kind: 'goods', goods };
    } else {
      chosen = chosen === undefined ? chooseType(types, priceType) : chosen;
      const offer = offerOf(node, chosen);
      if (offer) yield { kind: 'offer', offer };
    }
  }
}

function chooseType(types: readonly { readonly id: string; readonly title: string }[], wanted: string): string | null {
  if (wanted === '' || types.length === 0) return types[0]?.id ?? null;
  const found = types.find(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  if (found) return found.id;
  const known = types.map(({ title }) => `«${title}»`).join(', ');
  throw new ExchangeProblem(`в файле нет вида цен «${wanted}», есть: ${known}`);
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
  readonly priceType: string;
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
 * Reads an XML text as a stream and gives out every element of these names whole, one at a time. Document types and
 * entities of a file's own are refused, depth and size of a record are bounded. Throws ExchangeProblem for a text that is no
 * XML or ends too early; what was given out before that then stands for nothing.
 */
async function* xmlRecords(text: AsyncIterable<string>, names: ReadonlySet<string>): AsyncGenerator<XmlNode> {
  const reader = new RecordReader(names);
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
  readonly #open: OpenNode[] = [];
  #depth = 0;
  #nodes = 0;
  #characters = 0;
  readonly #ready: XmlNode[] = [];
  #hasRoot = false;

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
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
const { file, target, priceType } = workerData as ParseRequest;
const counts = { goods: 0, offers: 0 };

async function* lines(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  for await (const entry of entries) {
    if (entry.kind === 'goods') counts.goods += 1;
    else counts.offers += 1;
    yield `${JSON.stringify(entry)}\n`;
  }
}

try {
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(lines(entriesOf(file, priceType))), output);
  parentPort?.postMessage(counts);
} catch (error) {
  const { message, code } = error as Error & { code?: unknown };
  parentPort?.postMessage({ message, code });
}
