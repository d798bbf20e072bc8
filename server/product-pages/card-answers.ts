import { type Answer, type Coding, pageAnswerMaker } from '../http/site/answers.ts';
import { type CardPlace, cardValues, type FilledCard } from './card-values.ts';
import { packed } from './packed.ts';
import type { ProductShell } from './product-shell.ts';

/** Pages kept ready; a few megabytes. */
const KEPT_MAX = 500;

interface Kept {
  readonly shell: ProductShell;
  /** What the page shows: another text is another page. */
  readonly shown: string;
  readonly answer: Answer;
}

/** Makes the pages of cards and keeps those asked for last, as long as neither the position nor the shell changes. */
export function createCardAnswers(place: () => CardPlace) {
  const kept = new Map<string, Kept>();

  async function keep(key: string, shell: ProductShell, shown: string, make: () => string, coding: Coding) {
    const found = kept.get(key);
    if (found?.shell === shell && found.shown === shown) {
      kept.delete(key);
      kept.set(key, found);
      return found.answer;
    }
    const content = Buffer.from(make());
    const answer = pageAnswerMaker(content, shell.policy)(coding, await packed(coding, content));
    kept.set(key, { shell, shown, answer });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return answer;
  }

  return {
    found: (shell: ProductShell, card: FilledCard, coding: Coding): Promise<Answer> =>
      keep(
        `${coding} ${card.position.id}`,
        shell,
        JSON.stringify(card),
        () => shell.found(cardValues(card, place())),
        coding,
      ),
    missing: (shell: ProductShell, coding: Coding): Promise<Answer> =>
      keep(coding, shell, '', () => shell.missing({}), coding),
  };
}
