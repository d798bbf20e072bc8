import { now } from '../../../lib/browser/now.ts';
import { dayText, listTexts as texts } from '../../../lib/docflow/list-texts.ts';

/** Until when an answer is expected; what is late stands out, in words too. */
export function DueDay({ at }: { readonly at: string }) {
  const isLate = Date.parse(at) < now().getTime();
  return (
    <time dateTime={at} className={isLate ? 'doc-late' : 'muted'}>
      {isLate && <span className="visually-hidden">{texts.late} </span>}
      {texts.due(dayText(at))}
    </time>
  );
}
