// Fills prebuilt pages before they are sent: reads their templates, fills in the values and compresses the result.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import { HOLE_MARK } from '../../../contract/holes.ts';
import * as answers from '../../platform/built-site/answers.ts';
import { pagePolicy, plainAttributes } from '../../platform/built-site/page-policy.ts';
import type { Site } from '../../platform/built-site/site.ts';
import { SECURITY_HEADERS } from '../../platform/security-headers.ts';

/** What an address is answered with: a page, that of a missing thing, or the address under which it is. */
export type Filled =
  | {
      readonly answer: answers.Answer;
      readonly status: 200 | 404;
      /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
      readonly asOf?: string | null;
    }
  | { readonly moved: string };

/** Pages that are made of prebuilt shells. */
interface FilledPages<Address> {
  /** The built files of these. */
  readonly files: readonly string[];
  /** What a path, still encoded, and its query (without `?`) name; null where they are none of these pages. */
  address(path: string, query: string): Address | null;
  /** The built file of an address. */
  fileOf(address: Address): string;
  /** Rejects where what fills it cannot be had: the page goes out as it was built. */
  fill(shell: PageShell, address: Address, coding: answers.Coding): Promise<Filled>;
}

/**
 * A site with some of its pages filled before they are sent: without script they show the same as with it. One that
 * cannot be filled fills itself in the browser, or says there what is wrong. A build that cannot be filled never goes
 * live.
 */
export function withFilled<Address>(site: Site, { files, address, fileOf, fill }: FilledPages<Address>): Site {
  let shells: ReadonlyMap<string, PageShell> = new Map();
  let served = 0;

  async function answer(request: IncomingMessage, response: ServerResponse, shell: PageShell, asked: Address) {
    const filled = await fill(shell, asked, answers.codingOf(request));
    if ('moved' in filled) redirect(response, filled.moved);
    else {
      if (filled.asOf) response.setHeader(AS_OF_HEADER, filled.asOf);
      if (filled.status === 200) answers.writeAnswer(request, response, filled.answer);
      else answers.writeWhole(request, response, filled.answer, filled.status);
    }
    served += 1;
  }

  return {
    ...site,
    serve(request, response) {
      const url = request.url ?? '';
      const end = url.indexOf('?');
      const reads = request.method === 'GET' || request.method === 'HEAD';
      const path = end === -1 ? url : url.slice(0, end);
      const asked = reads && shells.size > 0 ? address(path, end === -1 ? '' : url.slice(end + 1)) : null;
      const shell = asked === null ? undefined : shells.get(fileOf(asked));
      if (asked === null || !shell) return site.serve(request, response);
      answer(request, response, shell, asked).catch(() => {
        if (!response.headersSent) site.serve(request, response);
        else response.destroy();
      });
      return true;
    },
    replace(next) {
      const read = files.flatMap((file) => {
        const built = next.shells.get(file);
        const shell = built === undefined ? null : readShell(built, next.origins);
        return shell ? [[file, shell] as const] : [];
      });
      site.replace(next);
      shells = new Map(read);
    },
    get served() {
      return site.served + served;
    },
  };
}

/** A page is packed while its reader waits: most of the gain at a tenth of the time. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A text in a coding; works in the thread pool. */
export async function compressPage(coding: answers.Coding, content: Buffer): Promise<Buffer> {
  if (coding === 'gzip') return gzipped(content, { level: GZIP_LEVEL });
  if (coding === 'identity') return content;
  return brotli(content, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** The answer of a filled page. */
export async function pageAnswer(shell: PageShell, html: string, coding: answers.Coding): Promise<answers.Answer> {
  const content = Buffer.from(html);
  return answers.pageAnswerMaker(content, shell.policy)(coding, await compressPage(coding, content));
}

/** How long a new address is believed. */
const MOVED = 'public, max-age=3600';

/** Leads to the address under which a page is. */
function redirect(response: ServerResponse, address: string): void {
  response.writeHead(301, { ...SECURITY_HEADERS, Location: address, 'Cache-Control': MOVED, 'Content-Length': 0 });
  response.end();
}

/** How long a page waits for what fills it before it goes out unfilled, ms. */
const WAIT_MS = 1_500;

/** What a work answers; rejects when it takes longer than a page can wait. */
export function withinPageTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('what fills the page did not come in time')), WAIT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

type Source<Asked extends unknown[], Answer> = (...asked: Asked) => Promise<Answer>;

/**
 * Lets so many questions of all visitors wait for answers at once, and refuses further ones. A page that is sent
 * unfilled after a while leaves its question behind it, so only this keeps a crowd from queueing up behind the search.
 */
export function limitWaiting(max: number) {
  let waiting = 0;
  return <Asked extends unknown[], Answer>(source: Source<Asked, Answer>): Source<Asked, Answer> =>
    async (...asked) => {
      if (waiting >= max) throw new Error('too many pages are being filled');
      waiting += 1;
      try {
        return await source(...asked);
      } finally {
        waiting -= 1;
      }
    };
}

/** Texts for the holes of a template, by name, and lists of such; one that is absent counts as ''. */
export interface Values {
  readonly [name: string]: string | readonly Values[];
}
/** A view, which has the form of values already: interfaces do not say so by themselves. */
export const valuesOf = (view: object): Values => view as Values;

type Template = (values: Values) => string;

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

/** A text as the inside of a string of such JSON. */
const jsonText = (text: string): string => scriptJson(text).slice(1, -1);

/** A prebuilt page, ready to be filled before it is sent. */
export interface PageShell {
  readonly found: Template;
  /** The page of an address behind which there is nothing. */
  readonly missing: Template;
  /** Content-Security-Policy of both: what is filled in never runs. */
  readonly policy: string;
}

/** A place that is filled, with what stands there until then. */
const PLACE = /<!--fill:([\w-]+)-->([\s\S]*?)<!--\/fill-->/g;
/** What a place is filled with; of no effect where the page is sent as it is. */
const FILLING = /<template data-fill="([\w-]+)">([\s\S]*?)<\/template>/g;

/**
 * Reads the places and fillings of a shell: a place `x` takes the filling `x`, on the page of a missing thing
 * `x-missing`, and stays as it is without one. Null for a page that has none.
 */
export function readShell(built: string, origins: readonly string[]): PageShell | null {
  const page = plainAttributes(built);
  const fillings = new Map([...page.matchAll(FILLING)].map(([, name = '', content = '']) => [name, content] as const));
  if (fillings.size === 0) return null;
  const plain = page.replace(FILLING, '');
  const filled = (ending: string) => {
    const left = new Map(fillings);
    return plain.replace(PLACE, (_, name: string, content: string) => {
      const filling = left.get(name + ending) ?? content;
      // An island repeats its fallback for its own use: that one is never seen.
      left.delete(name + ending);
      return filling;
    });
  };
  const found = compileTemplate(filled(''));
  return { found, missing: compileTemplate(filled('-missing')), policy: pagePolicy(found({}), origins) };
}
