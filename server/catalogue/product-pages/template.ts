// Compiles a page with holes, which the server fills with values.

import { HOLE_MARK } from '../../../contract/holes.ts';

/** Texts for the holes of a template, by name, and lists of such; one that is absent counts as ''. */
export interface Values {
  readonly [name: string]: string | readonly Values[];
}
/** A view, which has the form of values already: interfaces do not say so by themselves. */
export const valuesOf = (view: object): Values => view as Values;

export type Template = (values: Values) => string;

/**
 * Compiles a page with holes (contract/holes.ts; the mark is left out here). `{{name}}` is a text, escaped for where it
 * stands: markup, a string of JSON inside a script, or in percent notation an address; `{{&name}}` is put in as it is.
 * What stands between `{{#name}}` and `{{/name}}` stays when the value is not empty, between `{{^name}}` and
 * `{{/name}}` when it is; between `{{*name}}` and `{{/name}}` it stands once for each member of a list, whose values go
 * before those around it.
 */
export function compileTemplate(page: string): Template {
  const parts: Part[] = [];
  const open: { readonly name: string; readonly whole: Part[]; readonly kind: string }[] = [];
  let current = parts;
  let from = 0;
  for (const match of page.matchAll(HOLE)) {
    const [text, kind = '', named = '', inAddress] = match;
    current.push(page.slice(from, match.index));
    from = match.index + text.length;
    if (inAddress) current.push(hole(inAddress, (value) => markup(encodeURIComponent(value.toWellFormed()))));
    else if (kind === '&') current.push(hole(named, (value) => value));
    else if (kind === '') current.push(hole(named, isInScript(page, match.index) ? jsonText : markup));
    else if (kind === '/') {
      const section = open.pop();
      if (section?.name !== named) throw new Error(`${text} closes nothing`);
      const inner = joined(current);
      current = section.whole;
      current.push(sectionOf(section.kind, named, inner));
    } else {
      open.push({ name: named, whole: current, kind });
      current = [];
    }
  }
  if (open.length > 0) throw new Error(`{{#${open[0]?.name}}} is never closed`);
  current.push(page.slice(from));
  return joined(parts);
}

type Part = string | Template;

const HOLE = new RegExp(
  `\\{\\{${HOLE_MARK}([#^*/&]?)(\\w+)\\}\\}|%7B%7B${encodeURIComponent(HOLE_MARK)}(\\w+)%7D%7D`,
  'g',
);

const hole =
  (name: string, written: (value: string) => string): Template =>
  (values) =>
    written(textOf(values[name]));

const textOf = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '');

const sectionOf = (kind: string, name: string, inner: Template): Template =>
  kind === '*'
    ? (values) =>
        listOf(values[name])
          .map((member) => inner({ ...values, ...member }))
          .join('')
    : (values) => (Boolean(values[name]?.length) === (kind === '#') ? inner(values) : '');

const listOf = (value: Values[string] | undefined): readonly Values[] => (typeof value === 'object' ? value : []);

function joined(parts: readonly Part[]): Template {
  return (values) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : part(values);
    return text;
  };
}

const isInScript = (page: string, at: number) => page.lastIndexOf('<script', at) > page.lastIndexOf('</script', at);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;

/** A text as content or attribute of an element; control characters, which no page can show, are left out. */
const markup = (text: string): string => text.replace(SPECIAL, (mark) => ENTITIES[mark] ?? '');

/** JSON that can stand inside a script element: nothing in it ends the element or begins a comment. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const jsonText = (text: string): string => scriptJson(text).slice(1, -1);
