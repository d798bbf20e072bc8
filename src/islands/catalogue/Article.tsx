import { markArticle } from '../../../rules/format/highlight.ts';

interface Props {
  readonly article: string;
  /** What was typed; the matching stretch of the article is marked. */
  readonly query?: string;
}

/** An article in the monospaced face, with the part that matches the query marked. */
export function Article({ article, query = '' }: Props) {
  let at = 0;
  return (
    <span className="mono article">
      {markArticle(article, query).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.hit ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
      })}
    </span>
  );
}
