import { plainAttributes } from '../http/site/plain-attributes.ts';
import { pagePolicy } from '../http/site/policy.ts';
import { compileTemplate, type Template } from './template.ts';

/** A prebuilt page, ready to be filled before it is sent. */
export interface ProductShell {
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
export function readShell(built: string, origins: readonly string[]): ProductShell | null {
  const page = plainAttributes(built);
  const fillings = new Map(
    [...page.matchAll(FILLING)].map(([, name = '', content = '']) => [name, content] as const),
  );
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
