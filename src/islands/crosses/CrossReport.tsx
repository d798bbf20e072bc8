import type { CrossUploadAnswer } from '../../../contract/crosses.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { crossFile as texts } from '../../lib/crosses/cross-texts.ts';
import { ErrorGroups } from '../import-runs/ErrorGroups.tsx';

const COUNTS = Object.keys(texts.counts) as readonly (keyof typeof texts.counts)[];

/** What a file of crosses says, or would. */
export function CrossReport({ answer }: { readonly answer: CrossUploadAnswer }) {
  const { counts, samples, errorGroups, warningGroups } = answer;
  return (
    <>
      <dl className="run-figures" aria-label={texts.figures}>
        {COUNTS.map((name) => (
          <div key={name} className={counts[name] === 0 ? 'none' : name === 'failed' ? 'trouble' : undefined}>
            <dt>{texts.counts[name]}</dt>
            <dd>{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
      {samples.length > 0 && (
        <section className="reports">
          <h2>
            {texts.samples} <span className="muted">{texts.sampleHint(samples.length, counts.created)}</span>
          </h2>
          <table>
            <thead>
              <tr>
                <th scope="col" className="number">
                  {texts.row}
                </th>
                <th scope="col">{texts.columns.article}</th>
                <th scope="col">{texts.columns.maker}</th>
                <th scope="col">{texts.columns.cross}</th>
                <th scope="col">{texts.columns.crossMaker}</th>
              </tr>
            </thead>
            <tbody>
              {samples.map(({ row, article, maker, crossArticle, crossMaker }) => (
                <tr key={`${row} ${crossArticle} ${crossMaker}`}>
                  <td className="number" data-label={texts.row}>
                    {row}
                  </td>
                  <td className="mono" data-label={texts.columns.article}>
                    {article}
                  </td>
                  <td data-label={texts.columns.maker}>{maker || '—'}</td>
                  <td className="mono" data-label={texts.columns.cross}>
                    {crossArticle}
                  </td>
                  <td data-label={texts.columns.crossMaker}>{crossMaker || '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <ErrorGroups heading={texts.errors} groups={errorGroups} />
      <ErrorGroups heading={texts.warnings} groups={warningGroups} />
    </>
  );
}
