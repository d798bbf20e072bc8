import type { ListLineAnswer } from '../../../contract/list-search.ts';
import { plainLine } from '../../../rules/list-lines/line.ts';
import { listSearch } from '../../lib/catalogue/list-search-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  readonly lines: readonly ListLineAnswer[];
  readonly onLine: (line: number, other: string) => void;
}

/** The lines that found nothing, together, each with the articles that it may have meant. */
export function ListMissing({ lines, onLine }: Props) {
  return (
    <section className="list-missing" aria-labelledby="list-missing">
      <h3 id="list-missing">{listSearch.missing}</h3>
      <ul>
        {lines.map(({ line, readings, chosen, near }) => {
          const { article, amount, problem } = readings[chosen] ?? { article: '', amount: 1, problem: null };
          return (
            <li key={line}>
              <span className="mono">{article}</span>{' '}
              <span className="wanted">{listSearch.wanted(amount)}</span>
              {problem && <small className="list-problem">{listSearch.problems[problem]}</small>}
              <span className="list-near">
                {near.length > 0 && <span className="muted">{listSearch.near}</span>}
                {near.map((other) => (
                  <Button
                    key={other}
                    kind="quiet"
                    className="mono"
                    title={listSearch.replaceBy(article, other)}
                    onClick={() => onLine(line, plainLine({ article: other, amount, maker: '' }))}
                  >
                    {other}
                  </Button>
                ))}
                <a href={paths.search(article)}>{listSearch.searchAlone}</a>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
