import { diffArrays } from 'diff';

/** Tags, signs that are written as entities, words, blanks and single signs of converted text. */
const TOKEN = /<[^>]*>|&\w+;|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
/** Time that a comparison may take, ms. */
const TIMEOUT_MS = 200;

const tokensOf = (html: string): string[] => html.match(TOKEN) ?? [];
const isTag = (token: string): boolean => token.startsWith('<');

/**
 * Converted text whose words that another one does not have are marked. Marks stand around text alone, never around a
 * tag, so what was well formed stays so.
 */
export function markedWords(html: string, other: string, mark: 'ins' | 'del'): string {
  const tokens = tokensOf(html);
  const own = tokens.filter((token) => !isTag(token));
  const changes = diffArrays(
    tokensOf(other).filter((token) => !isTag(token)),
    own,
    { timeout: TIMEOUT_MS },
  );
  if (!changes) return html;
  const isNew = changes.flatMap(({ added, removed, value }) => (removed ? [] : value.map(() => added)));
  const out: string[] = [];
  let at = 0;
  let open = false;
  const turn = (to: boolean) => {
    if (open !== to) out.push(to ? `<${mark}>` : `</${mark}>`);
    open = to;
  };
  for (const token of tokens) {
    turn(!isTag(token) && (isNew[at] ?? false));
    if (!isTag(token)) at += 1;
    out.push(token);
  }
  turn(false);
  return out.join('');
}
