import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Paper } from './paper.ts';

/** Bytes of an attachment that are in memory at a time. */
const PIECE = 1024 * 1024;

export interface AttachedFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What pdfkit lets its own parts do: its way of attaching keeps a file in memory three times. */
interface OpenPaper {
  readonly _offset: number;
  readonly _root: { readonly data: { AF?: Reference[] } };
  _write(content: string | Uint8Array): void;
  _refEnd(reference: Reference): void;
  ref(data: object): Reference;
  addNamedEmbeddedFile(name: string, reference: Reference): void;
}

interface Reference {
  readonly id: number;
  offset: number;
  end(): void;
}

/** Attaches a file piece by piece, each handed on by the paper before the next is read. */
export function attachFile(paper: Paper, { name, type, path, at }: AttachedFile): void {
  const open = paper as unknown as OpenPaper;
  const file = open.ref({});
  const handle = openSync(path, 'r');
  try {
    const { size } = fstatSync(handle);
    const moment = pdfMoment(at);
    file.offset = open._offset;
    open._write(
      `${file.id} 0 obj\n<<\n/Type /EmbeddedFile\n/Subtype /${type.replaceAll('/', '#2F')}\n/Length ${size}\n` +
        `/Params << /Size ${size} /CreationDate ${moment} /ModDate ${moment} >>\n>>\nstream`,
    );
    for (let left = size; left > 0; ) {
      const piece = new Uint8Array(Math.min(left, PIECE));
      const read = readSync(handle, piece);
      if (read === 0) throw new Error(`${path} has become shorter`);
      open._write(piece.subarray(0, read));
      left -= read;
    }
    open._write('\nendstream\nendobj');
  } finally {
    closeSync(handle);
  }
  open._refEnd(file);
  const shown = new String(name);
  const entry = open.ref({
    ...{ Type: 'Filespec', AFRelationship: 'Supplement' },
    ...{ F: shown, EF: { F: file }, UF: shown },
  });
  entry.end();
  open.addNamedEmbeddedFile(name, entry);
  const { data } = open._root;
  data.AF = [...(data.AF ?? []), entry];
}

/** As PDF has it, in UTC. */
const pdfMoment = (at: number): string =>
  `(D:${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z)`;
