import sax from 'sax';
import { ExchangeProblem } from './goods.ts';

/** Elements inside one another: real files have about twelve. */
const DEPTH_MAX = 64;
/** Elements of one record, and characters of their texts and attributes: more is no goods. */
const RECORD_NODES_MAX = 20_000;
const RECORD_CHARACTERS_MAX = 1024 * 1024;

/** The five entities of XML and no others; @types/sax does not know of it. */
const XML_ONLY: sax.SAXOptions & { readonly strictEntities: boolean } = { strictEntities: true };

/** An element with all that is in it. */
export interface XmlNode {
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
export async function* xmlRecords(text: AsyncIterable<string>, names: ReadonlySet<string>): AsyncGenerator<XmlNode> {
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
  #ready: XmlNode[] = [];
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
    const ready = this.#ready;
    this.#ready = [];
    return ready;
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

/** The first child of that name. */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name);

/** The text of the first child of that name, trimmed; empty without one. */
export const textOf = (node: XmlNode | undefined, name: string): string => childOf(node, name)?.text.trim() ?? '';

/** The elements that a list element holds. */
export const listOf = (node: XmlNode | undefined, list: string, name: string): readonly XmlNode[] =>
  childOf(node, list)?.children.filter((child) => child.name === name) ?? [];
