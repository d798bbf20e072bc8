const END = '<!-- end of the table -->';

/** A document with the table put between its two marks, of which the first names the command that does it. Throws when it has none. */
export function withTable(document: string, command: string, table: string): string {
  const begin = `<!-- table: ${command} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`the document has no ${begin} … ${END}`);
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`;
}

/** A text inside a cell of a table of Markdown. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
