import {
  FAINT,
  type Face,
  INK,
  keepTogether,
  MARGIN,
  type Paper,
  printable,
  TEXT_SIZE,
  widthOf,
} from './paper.ts';
import type { Run, TextBlock } from './text-blocks.ts';

const INDENT = 18;
const GAP = 6;
const HEADING_SIZES = [16, 14, 12.5, 11.5, TEXT_SIZE, TEXT_SIZE];

const faceOf = ({ bold, italic }: Pick<Run, 'bold' | 'italic'>): Face => {
  if (bold) return italic ? 'bold-italic' : 'bold';
  return italic ? 'italic' : 'regular';
};

/** Draws the text of a document below what is there. */
export function drawText(paper: Paper, blocks: readonly TextBlock[]): void {
  for (const block of blocks) drawBlock(paper, block);
  paper.font('regular').fontSize(TEXT_SIZE).fillColor(INK);
}

function drawBlock(paper: Paper, { kind, level, mark, runs }: TextBlock): void {
  const isHeading = kind === 'heading';
  const size = isHeading ? (HEADING_SIZES[level - 1] ?? TEXT_SIZE) : TEXT_SIZE;
  const indent = kind === 'item' ? level * INDENT : kind === 'quote' || kind === 'code' ? INDENT : 0;
  // A heading does not stand alone at the foot of a sheet.
  keepTogether(paper, isHeading ? size * 4 : size * 1.5);
  paper.fontSize(size).fillColor(kind === 'quote' ? FAINT : INK);
  const x = MARGIN + indent;
  if (kind === 'item') {
    const { y } = paper;
    paper.font('regular').text(mark, x - INDENT, y, { width: INDENT - 4, align: 'right', lineBreak: false });
    paper.y = y;
  }
  drawRuns(paper, isHeading ? runs.map((run) => ({ ...run, bold: true })) : runs, x, widthOf(paper) - indent);
  paper.y += kind === 'item' ? GAP / 3 : GAP;
  paper.x = MARGIN;
}

function drawRuns(paper: Paper, runs: readonly Run[], x: number, width: number): void {
  const shown = runs.map((run) => ({ ...run, text: printable(run.text) })).filter(({ text }) => text !== '');
  paper.x = x;
  for (const [at, run] of shown.entries()) {
    paper.font(faceOf(run)).text(run.text, { width, continued: at < shown.length - 1, lineGap: 1.5 });
  }
}
