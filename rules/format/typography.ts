// Sets non-breaking spaces («№ 5», «в наличии») and quotes within quotes in Russian texts for users; nearly every file of
// texts is wrapped in it.

/**
 * The spaces at which a line must not break: after prepositions, conjunctions and particles of up to three letters,
 * after «№», a number and an initial, before a dash and before «ли», «же», «бы» (Milchin, Reference book of the
 * publisher, the chapter on line breaks). Every alternative looks at a bounded stretch, so the cost is linear.
 */
const BOUND =
  /(?<=(?<![\p{L}\p{N}]|\p{L}-)(?:[АВИКОСУЯавикосуя]|[ВКСвкс]о|[Нн][аеио]|[Оо][бт]|[Зз]а|[Ии]з|[Дд]о|[Пп]о|[ВМвм]ы|[Дд]ля|[Бб]ез|[Пп]од|[Пп]ри|[Нн]ад|№)) (?=\S)|(?<=(?<![\p{L}\p{N}]|\p{L}-)\p{N}+) (?=(?!(?:[авис]|от|до|на|но|не|по)\s)[а-яё₽%КМГ])|(?<=(?<!\p{L})\p{Lu}\.) (?=\p{Lu})| (?=—|(?:ли|же|бы)(?!\p{L}))/gu;

/**
 * Russian texts with non-breaking spaces where typography wants them: of a text, and of all texts in a list or an object
 * of texts, at any depth. A function becomes one whose result is set the same way, except within the texts that it is
 * given: the title of a part stays as it is in its list. Only spaces and quotes within quotes change, and a text that was
 * set before stays as it is. Not for what a machine compares.
 */
/* @__NO_SIDE_EFFECTS__ */
export function typographed<T>(texts: T): T;
// The note lets the build leave texts that no script of a page uses out of it.
/* @__NO_SIDE_EFFECTS__ */
export function typographed(texts: unknown): unknown {
  if (typeof texts === 'string') return nestQuotes(bindSpaces(texts));
  if (typeof texts === 'function') return (...given: unknown[]) => setMade(texts(...given), given);
  if (Array.isArray(texts)) return texts.map((each) => typographed(each));
  if (texts === null || typeof texts !== 'object' || Object.getPrototypeOf(texts) !== Object.prototype) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, typographed(each)]));
}

const bindSpaces = (text: string): string => text.replace(BOUND, '\u00a0');

/** Sets what a function of texts made; the spaces of the texts inserted into it stay as they came. */
function setMade(made: unknown, given: readonly unknown[]): unknown {
  if (typeof made !== 'string') return typographed(made);
  let text = bindSpaces(made);
  for (const each of given)
    if (typeof each === 'string' && each.includes(' ')) text = text.replaceAll(bindSpaces(each), () => each);
  return nestQuotes(text);
}

/** Turns «ёлочки» inside «ёлочки» into „лапки“, as a name with quotes is quoted; unpaired ones stay as they are. */
function nestQuotes(text: string): string {
  if (text.indexOf('«') === text.lastIndexOf('«')) return text;
  let depth = 0;
  const nested = text.replace(/[«»]/g, (quote) => {
    if (quote === '«') {
      depth += 1;
      return depth > 1 ? '„' : quote;
    }
    depth -= 1;
    return depth > 0 ? '“' : quote;
  });
  return depth === 0 ? nested : text;
}
