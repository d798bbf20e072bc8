/** Reads the text of a settings file: which setting has which value, and which lines are broken. */

interface Problem {
  readonly line: number;
  readonly name?: string;
  readonly problem: string;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** What a backslash protects between double quotes; before anything else it stays. */
const ESCAPED = /^["\\$`]$/;

/**
 * NAME=VALUE lines as systemd reads them: comments with # or ;, quotes over several lines, a backslash protects.
 * (node:util parseEnv takes a # in a password for a comment.) `export `, CRLF and a byte order mark are let pass.
 */
export function parseSettings(text: string): {
  readonly values: Map<string, string>;
  readonly problems: readonly Problem[];
} {
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  const all = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  let at = 0;
  let line = 1;
  while (at < all.length) {
    const began = line;
    const end = all.indexOf('\n', at) < 0 ? all.length : all.indexOf('\n', at);
    const row = all.slice(at, end).trim();
    const equals = all.indexOf('=', at);
    if (row === '' || /^[#;]/.test(row) || equals < 0 || equals > end) {
      if (row !== '' && !/^[#;]/.test(row)) problems.push({ line: began, problem: 'has no =, it must be NAME=VALUE' });
      at = end + 1;
      line += 1;
      continue;
    }
    const name = all
      .slice(at, equals)
      .trim()
      .replace(/^export\s+/, '');
    const read = readValue(all, equals + 1);
    at = read.next;
    line += read.lines;
    if (!NAME.test(name)) problems.push({ line: began, problem: `"${name}" cannot be the name of a setting` });
    else if (read.problem) problems.push({ line: began, name, problem: read.problem });
    else values.set(name, read.value);
  }
  return { values, problems };
}

interface Value {
  readonly value: string;
  readonly next: number;
  readonly lines: number;
  readonly problem?: string;
}

function readValue(text: string, from: number): Value {
  let value = '';
  /** The end of what quotes or backslashes keep from being trimmed. */
  let kept = 0;
  let lines = 1;
  let quote = '';
  let isPlain = false;
  let problem: string | undefined;
  let at = from;
  for (; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '\n') lines += 1;
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"') {
        const next = text[++at] ?? '';
        if (next === '\n') lines += 1;
        else value += ESCAPED.test(next) ? next : `\\${next}`;
      } else value += char;
      kept = value.length;
    } else if (char === '\n') {
      return { value: trimmed(value, kept), next: at + 1, lines: lines - 1, ...(problem && { problem }) };
    } else if (char === '\\') {
      const next = text[++at] ?? '';
      if (next === '\n') lines += 1;
      else value += next;
      kept = value.length;
      isPlain = true;
    } else if (!isPlain && (char === '"' || char === "'")) quote = char;
    else if (isPlain || !/\s/.test(char)) {
      if (char === '#' && /\s/.test(text[at - 1] ?? ''))
        problem =
          'a comment behind a value, which some programs take for a part of it: give it a line of its own, or put the whole value into quotes';
      value += char;
      isPlain = true;
    }
  }
  if (quote !== '') problem = 'a quote is not closed';
  return { value: trimmed(value, kept), next: at, lines, ...(problem && { problem }) };
}

const trimmed = (value: string, kept: number): string => value.slice(0, kept) + value.slice(kept).trimEnd();
