import type { SaidCross } from '../../../contract/crosses.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { crossEditor as texts } from '../../lib/crosses/card-cross-texts.ts';
import { crossErrors } from '../../lib/crosses/cross-texts.ts';
import type { SaidCrossesStore } from '../../lib/crosses/said-crosses-store.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { paths } from '../../lib/paths/paths.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';

interface Props {
  readonly cross: SaidCross;
  readonly store: SaidCrossesStore;
}

/** One cross with who said it, and the way to take it away. */
export function SaidCrossItem({ cross: { id, way, article, maker, run, who, savedAt }, store }: Props) {
  async function remove(): Promise<Confirmed> {
    const failure = await store.remove(id, article);
    askIfEnded(failure);
    return failure === null || failure.kind === 'missing'
      ? { done: true }
      : { refused: failureText(failure, crossErrors) };
  }

  return (
    <li className="cross">
      <div>
        <p>
          <span className="muted">{texts.ways[way]}</span> <a href={paths.search(article)}>{article}</a>{' '}
          <span>{maker ?? texts.anyMaker}</span>
        </p>
        <p className="muted small">
          {run ? <a href={paths.importRun(run.id)}>{texts.ofRun(run.fileName, run.id)}</a> : texts.byHand}
          {', '}
          <time dateTime={savedAt}>{formatMoment(new Date(savedAt), site.timeZone)}</time>
          {who && `, ${who}`}
        </p>
      </div>
      <div className="cross-acts">
        <ConfirmButton
          className="button quiet"
          label={texts.removeOf(article)}
          question={texts.removeQuestion}
          details={texts.removeDetails(article)}
          yes={texts.remove}
          onConfirm={remove}
        >
          {texts.remove}
        </ConfirmButton>
      </div>
    </li>
  );
}
