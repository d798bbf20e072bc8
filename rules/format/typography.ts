// Sets non-breaking spaces in Russian texts for users («№ 5», «в наличии»); nearly every file of texts is wrapped in
// it.

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
 * given: the title of a part stays as it is in its list. Only spaces change, and a text that was set before stays as it
 * is. Not for what a machine compares.
 */
/* @__NO_SIDE_EFFECTS__ */
export function typographed<T>(texts: T): T;
export function typographed(texts: unknown): unknown {
  if (typeof texts === 'string') return texts.replace(BOUND, '\u00a0');
  if (typeof texts === 'function') return (...given: unknown[]) => withGiven(typographed(texts(...given)), given);
  if (Array.isArray(texts)) return texts.map((each) => typographed(each));
  if (texts === null || typeof texts !== 'object' || Object.getPrototypeOf(texts) !== Object.prototype) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, typographed(each)]));
}

/** A text set by typography with the texts inserted into it as they came. */
function withGiven(text: unknown, given: readonly unknown[]): unknown {
  if (typeof text !== 'string') return text;
  let restored = text;
  for (const each of given)
    if (typeof each === 'string' && each.includes(' ')) restored = restored.replaceAll(typographed(each), () => each);
  return restored;
}
