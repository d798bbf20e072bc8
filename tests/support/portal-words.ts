import { $chosenTexts, $portalWords, type PortalWords } from '../../src/lib/platform/portal-words.ts';

/** The words of the portal for somebody who has chosen this set. */
export function portalWordsOf(texts: 'spec' | 'ru'): PortalWords {
  const before = $chosenTexts.get();
  $chosenTexts.set(texts);
  const words = $portalWords.get();
  $chosenTexts.set(before);
  return words;
}
