import { cutEnd } from '../../contract/fields/cut-ends.ts';
import { escapeAttribute } from './escape.ts';

/** The double-bracketed part of an image or an internal link. */
export interface Reference {
  readonly name: string;
  /** What is shown, where it is given. */
  readonly label: string | null;
  /** Index behind the closing brackets. */
  readonly end: number;
}

/** A bracketed text with a target in parentheses, whatever the target. */
export interface Target {
  readonly label: string;
  readonly address: string;
  readonly end: number;
}

const REFERENCE = /\[\[([^[\]]+)\]\]/y;
const LABEL = /\[([^[\]]*)\]\(/y;

/** Reads `[[name|label]]` at an index of the line; null when there is none. */
export function readReference(line: string, at: number): Reference | null {
  REFERENCE.lastIndex = at;
  const inner = REFERENCE.exec(line)?.[1];
  if (inner === undefined) return null;
  const pipe = inner.indexOf('|');
  const name = (pipe < 0 ? inner : inner.slice(0, pipe)).trim();
  const label = pipe < 0 ? null : inner.slice(pipe + 1).trim() || null;
  return belowRoot(name) === '' ? null : { name, label, end: REFERENCE.lastIndex };
}

/** Reads `[label](address)` at an index of the line; null when there is none. */
export function readTarget(line: string, at: number): Target | null {
  LABEL.lastIndex = at;
  const label = LABEL.exec(line)?.[1];
  if (label === undefined) return null;
  const start = LABEL.lastIndex;
  const end = endOfAddress(line, start);
  return end < 0 ? null : { label, address: line.slice(start, end), end: end + 1 };
}

/** Index of the parenthesis that closes an address; the next link's `](` stops the search, so that no text is read twice. */
function endOfAddress(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const character = line[at];
    if (character === ' ' || (character === ']' && line[at + 1] === '(')) return -1;
    if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return at;
  }
  return -1;
}

/** A name without what would lead out of the site: two leading slashes of either kind name another host. */
const belowRoot = (name: string): string => name.replace(/^[/\\\s]+/, '');

/** Address of a picture, below the root of the site, escaped. */
export const imageSource = (name: string): string => escapeAttribute(`/${belowRoot(name)}`);

/** Name of a page as it is shown and addressed: a hash mark in it reads as a greater-than sign. */
export const pageName = (name: string): string => name.replaceAll('#', '>');

/** Address of a page of this site, escaped. */
export function pageAddress(name: string, prefix: string): string {
  const folder = cutEnd(belowRoot(prefix), /\//);
  return escapeAttribute(`/${folder && `${folder}/`}${belowRoot(pageName(name))}`);
}

const SAFE = /^(?:https?|mailto|tel):/i;

/** An outside address in the URL parser's spelling, escaped; null for any but the few kinds that are safe to open. */
export function outsideAddress(address: string): string | null {
  return SAFE.test(address) && URL.canParse(address) ? escapeAttribute(new URL(address).href) : null;
}
