import type { RowReport, UploadAnswer, UploadDoubt } from '../../../contract/bridge.ts';
import { UPLOAD_REPORT_MAX } from '../../../contract/limits.ts';
import { upload, uploadCounts } from '../../lib/price-lists/upload-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly answer: UploadAnswer;
  readonly onAgain: () => void;
}

/** What came of an upload: counts, then the first errors and warnings with their places in the file. */
export function UploadReport({ answer, onAgain }: Props) {
  return (
    <section className="upload-report">
      <Outcome doubtful={answer.doubtful} onAgain={onAgain} />
      <dl className="facts upload-counts">
        {uploadCounts(answer).map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <Reports heading={upload.errors} rows={answer.errors} />
      <Reports heading={upload.warnings} rows={answer.warnings} />
    </section>
  );
}

/** Success only where nothing speaks against it. */
function Outcome({ doubtful, onAgain }: { doubtful: readonly UploadDoubt[]; onAgain: () => void }) {
  const again = <Button onClick={onAgain}>{upload.again}</Button>;
  if (doubtful.length === 0) {
    return (
      <Message kind="success" actions={again}>
        <strong>{upload.done}</strong>
      </Message>
    );
  }
  return (
    <Message kind="warning" actions={again}>
      <strong>{upload.doubtful}</strong>
      <ul>
        {doubtful.map(({ kind, text }) => (
          <li key={kind}>{text}</li>
        ))}
      </ul>
    </Message>
  );
}

function Reports({ heading, rows }: { heading: string; rows: readonly RowReport[] }) {
  if (rows.length === 0) return null;
  const { report } = upload;
  return (
    <section className="reports">
      <h2>{heading}</h2>
      {rows.length >= UPLOAD_REPORT_MAX && <p className="muted">{upload.firstOnly}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{report.row}</th>
            <th scope="col">{report.column}</th>
            <th scope="col">{report.message}</th>
            <th scope="col">{report.text}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.row} ${row.column} ${row.code} ${row.text}`}>
              <td data-label={report.row}>{row.row || '—'}</td>
              <td data-label={report.column}>{row.column ?? '—'}</td>
              <td data-label={report.message}>{row.message}</td>
              <td data-label={report.text} className="mono">
                {row.text || '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
