// What the buttons of the text editor (bold, list, link …) change in the field where a user writes marked-up text.

/** A text field as it stands: its text and what is selected. */
export interface Selection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One replacement in a text field and what is selected after it. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

export const MARKUP = [
  'heading',
  'bold',
  'italic',
  'code',
  'list',
  'numbered',
  'quote',
  'link',
  'internal',
  'table',
  'image',
] as const;
export type Markup = (typeof MARKUP)[number];

export interface Stubs {
  readonly text: string;
  readonly address: string;
  readonly page: string;
  readonly cells: readonly string[];
}

/** Puts marks around the selection, or takes them off again. */
function wrap({ text, start, end }: Selection, mark: string, stub: string): Edit {
  const selected = text.slice(start, end);
  const around = text.slice(start - mark.length, start) === mark && text.startsWith(mark, end);
  // One asterisk of a bold text is no italic.
  const isOther = mark.length === 1 && text[start - 2] === mark && text[end + 1] === mark;
  if (around && !isOther) {
    const from = start - mark.length;
    return { from, to: end + mark.length, insert: selected, start: from, end: from + selected.length };
  }
  const inner = selected || stub;
  const begin = start + mark.length;
  return { from: start, to: end, insert: mark + inner + mark, start: begin, end: begin + inner.length };
}

const fenced = (selection: Selection): Edit => {
  const selected = selection.text.slice(selection.start, selection.end);
  const lead = selection.start === 0 || selection.text[selection.start - 1] === '\n' ? '' : '\n';
  const insert = `${lead}\`\`\`\n${selected}\n\`\`\``;
  const start = selection.start + lead.length + 4;
  return { from: selection.start, to: selection.end, insert, start, end: start + selected.length };
};

/** Gives every selected line its mark, or takes the marks off when all lines have one. */
function lines({ text, start, end }: Selection, pattern: RegExp, mark: (index: number) => string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(start, text[end - 1] === '\n' ? end - 1 : end));
  const to = next < 0 ? text.length : next;
  const old = text.slice(from, to).split('\n');
  const isMarked = old.every((line) => pattern.test(line));
  const insert = old
    .map((line, index) => (isMarked ? line.replace(pattern, '') : mark(index) + line.replace(pattern, '')))
    .join('\n');
  return { from, to, insert, start: start === end ? from + insert.length : from, end: from + insert.length };
}

/** A heading goes from the second level to the third and back to plain text. */
function heading({ text, start }: Selection): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', start);
  const to = next < 0 ? text.length : next;
  const line = text.slice(from, to);
  const level = /^#+(?= )/.exec(line)?.[0].length ?? 0;
  const mark = level < 2 ? '## ' : level === 2 ? '### ' : '';
  const insert = mark + line.replace(/^#+ /, '');
  return { from, to, insert, start: from + mark.length, end: from + insert.length };
}

function link({ text, start, end }: Selection, { text: stub, address }: Stubs): Edit {
  const selected = text.slice(start, end);
  const isAddress = /^(?:https?:\/\/|mailto:|tel:)\S+$/.test(selected);
  const label = isAddress ? stub : selected || stub;
  const insert = `[${label}](${isAddress ? selected : address})`;
  const begin = start + (isAddress ? 1 : label.length + 3);
  return { from: start, to: end, insert, start: begin, end: begin + (isAddress ? label : address).length };
}

function internal({ text, start, end }: Selection, { page }: Stubs): Edit {
  const selected = text.slice(start, end);
  const insert = selected ? `[[${page}|${selected}]]` : `[[${page}]]`;
  return { from: start, to: end, insert, start: start + 2, end: start + 2 + page.length };
}

/** A link to a page or a part of this site; signs that would end the markup are left out. */
export function pageEdit({ start, end }: Selection, path: string, label: string): Edit {
  const name = path.replace(/^\/+/, '').replace(/[[\]|]/g, '');
  const shown = label.trim().replace(/[[\]|]/g, '');
  const insert = `[[${name}${shown && `|${shown}`}]]`;
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}

/** A table below the line of the cursor; lines that are selected become its rows, parted by tabs, semicolons or bars. */
function table({ text, start, end }: Selection, { cells }: Stubs): Edit {
  const selected = text.slice(start, end).trim();
  const lines = selected === '' ? [cells, cells.map(() => '')] : selected.split('\n').map(rowOf);
  const [head = []] = lines;
  const rule = `|${' --- |'.repeat(head.length)}`;
  const rows = lines.map((row) => `| ${row.join(' | ')} |`);
  const lead = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const trail = end === text.length || text[end] === '\n' ? '' : '\n';
  const insert = `${lead}${[rows[0], rule, ...rows.slice(1)].join('\n')}${trail}`;
  const first = start + lead.length + 2;
  return { from: start, to: end, insert, start: first, end: first + (head[0]?.length ?? 0) };
}

const rowOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/[\t;|]/)
    .map((cell) => cell.trim());

/** What a button of the toolbar does to the text; pictures are put in by their dialog. */
export function markupEdit(kind: Exclude<Markup, 'image'>, selection: Selection, stubs: Stubs): Edit {
  const selected = selection.text.slice(selection.start, selection.end);
  switch (kind) {
    case 'heading':
      return heading(selection);
    case 'bold':
      return wrap(selection, '**', stubs.text);
    case 'italic':
      return wrap(selection, '_', stubs.text);
    case 'code':
      return selected.includes('\n') ? fenced(selection) : wrap(selection, '`', stubs.text);
    case 'list':
      return lines(selection, /^- /, () => '- ');
    case 'numbered':
      return lines(selection, /^\d+[.)] /, (index) => `${index + 1}. `);
    case 'quote':
      return lines(selection, /^> /, () => '> ');
    case 'link':
      return link(selection, stubs);
    case 'internal':
      return internal(selection, stubs);
    case 'table':
      return table(selection, stubs);
  }
}

/** A picture of this site on a line of its own; signs that would end the markup are left out. */
export function imageEdit({ text, start, end }: Selection, address: string, alt: string): Edit {
  const path = address
    .trim()
    .replace(/^\/+/, '')
    .replace(/[[\]|]/g, '');
  const label = alt.trim().replace(/[[\]]/g, '');
  const lead = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const trail = end === text.length || text[end] === '\n' ? '' : '\n';
  const insert = `${lead}![[${path}${label && `|${label}`}]]${trail}`;
  const after = start + insert.length;
  return { from: start, to: end, insert, start: after, end: after };
}

export const isRootRelative = (address: string): boolean => /^\/(?![/\\])\S*$/.test(address.trim());

/** Carries out an edit the way typing does: the field reports its change and Ctrl+Z takes it back. */
export function applyEdit(field: HTMLTextAreaElement, edit: Edit): void {
  field.focus();
  field.setSelectionRange(edit.from, edit.to);
  // The one command that goes into the browser's own history of the field; where it is missing the change is reported by hand.
  const isDone =
    edit.insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, edit.insert);
  if (!isDone) {
    field.setRangeText(edit.insert, edit.from, edit.to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  field.setSelectionRange(edit.start, edit.end);
}
