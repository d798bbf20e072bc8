import fc from 'fast-check';

/** Pieces that mean something to the converter, together with what tries to break out of it. */
const PIECES = [
  ...'*_`#[]()!|>-<&"\'/\\.1 \t\n\r\0\ud800aжё',
  '**',
  '__',
  '```',
  '\n- ',
  '\n  - ',
  '\n1. ',
  '\n> ',
  '\n# ',
  '[[',
  ']]',
  '![[',
  '](',
  'https://a.ru/',
  'javascript:alert(1)',
  'data:text/html,',
  '<script>',
  '<img src=x onerror=alert(1)>',
  '" onclick="',
  '<Buffer 68>',
  '&lt;',
  '//host',
  '\u00a0',
  '\n| a |',
  '\n|---|',
  '\n+7',
];

/** Texts made of markup, whole and broken. */
export const markupTexts = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(''));

const INSIDE = '[^"<>]*';
const TAG = new RegExp(
  [
    '<(?:',
    '(/?)(h[1-6]|p|b|i|code|pre|ul|li|blockquote|small|table|thead|tbody|tr|th|td)',
    '|br/',
    '|(/)(ol|a)',
    '|(ol) start="\\d+"',
    `|(a) href="/(?![/\\\\])${INSIDE}"`,
    `|(a) href="(?:https?://|mailto:|tel:)${INSIDE}" target="_blank" rel="noopener noreferrer"`,
    `|img src="/(?![/\\\\])${INSIDE}" alt="${INSIDE}"/`,
    ')>',
  ].join(''),
  'g',
);
const FORBIDDEN = /[<>\0]|&(?!(?:amp|lt|gt|quot);)/;

/** What is wrong with converted text: an element, an attribute or an address outside of the list, or tags that do not pair; null when it is sound. */
export function faultOf(html: string): string | null {
  const rest = html.replace(TAG, '');
  const foreign = FORBIDDEN.exec(rest);
  if (foreign) return `foreign: ${rest.slice(foreign.index, foreign.index + 40)}`;
  if (!html.isWellFormed()) return 'half of a character';
  const open: string[] = [];
  for (const [tag, closing, plain, closingOther, other, ...opening] of html.matchAll(TAG)) {
    const name = plain ?? other ?? opening.find((found) => found !== undefined);
    if (name === undefined) continue;
    if (!closing && !closingOther) open.push(name);
    else if (open.pop() !== name) return `unpaired: ${tag}`;
  }
  return open.length > 0 ? `open: ${open.join(' ')}` : null;
}
