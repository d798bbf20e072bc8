import { builtInFormat, type NumberFormat, parseFormat } from '../number-format.ts';
import { attribute, nameId, type XmlHandler } from './tokenizer.ts';

const NUM_FMT = nameId('numFmt');
const CELL_XFS = nameId('cellXfs');
const XF = nameId('xf');
const ID = nameId('numFmtId');
const CODE = nameId('formatCode');

/** Collects the number format of every cell style, in the order in which cells refer to them. */
export function stylesHandler(): XmlHandler & { formats(): NumberFormat[] } {
  const custom = new Map<number, string>();
  const ids: number[] = [];
  let inCellStyles = false;
  return {
    open(name, tag, selfClosing) {
      if (name === NUM_FMT) custom.set(Number(attribute(tag, ID)), attribute(tag, CODE) ?? '');
      else if (name === CELL_XFS) inCellStyles = !selfClosing;
      else if (name === XF && inCellStyles) ids.push(Number(attribute(tag, ID) ?? 0));
    },
    close(name) {
      if (name === CELL_XFS) inCellStyles = false;
    },
    text() {},
    formats() {
      const known = new Map<number, NumberFormat>();
      return ids.map((id) => {
        let format = known.get(id);
        if (!format) {
          const code = custom.get(id);
          format = code === undefined ? builtInFormat(id) : parseFormat(code);
          known.set(id, format);
        }
        return format;
      });
    },
  };
}
