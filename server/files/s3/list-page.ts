import sax from 'sax';

export interface ListedObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, by the storage's clock. */
  readonly modified: number;
}

export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** The key after which the next page begins; null: this is the last one. */
  readonly next: string | null;
}

/** Reads an answer of ListObjectsV2. Throws where it is no XML. */
export function readListPage(text: string): ListPage {
  const objects: ListedObject[] = [];
  const parser = sax.parser(true);
  let words = '';
  let object: Record<string, string> = {};
  const page: Record<string, string> = {};
  let isInside = false;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name }) => {
    words = '';
    if (name !== 'Contents') return;
    isInside = true;
    object = {};
  };
  parser.ontext = (piece) => {
    words += piece;
  };
  parser.onclosetag = (name) => {
    if (name === 'Contents') {
      isInside = false;
      const { Key: key = '', Size = '0', LastModified = '' } = object;
      objects.push({ key, size: Number(Size), modified: Date.parse(LastModified) });
    } else (isInside ? object : page)[name] = words;
  };
  parser.write(text).close();
  return { objects, next: page.IsTruncated === 'true' ? (objects.at(-1)?.key ?? null) : null };
}
