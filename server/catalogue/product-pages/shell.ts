// Reads a built page into which the server fills a card or results: its template for each case, and its policy.
import { pagePolicy, plainAttributes } from '../../platform/built-site/page-policy.ts';
import { compileTemplate, type Template } from './template.ts';

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

/** Reads a shell: place `x` takes the filling `x`, or `x-missing` for a missing thing. Null for one without any. */
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
