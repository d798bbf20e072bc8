// Lists of links to makers and brands, for buyers who browse; the server fills them into prebuilt pages.
import type { LetterView, NameView } from '../../../rules/catalogue/browse.ts';
import { Each, HOLES } from './Holes.tsx';

type Names<List extends string> = Readonly<Record<List, readonly NameView[]>>;

/** Links to the makers or brands of a list that the server fills in. */
export function NameList<List extends string>({ of }: { readonly of: List }) {
  return (
    <ul className="names">
      <Each of={(HOLES as Names<List>)[of]}>
        {({ path, title, count }) => (
          <li key={path}>
            <a href={path}>{title}</a> <small className="muted">{count}</small>
          </li>
        )}
      </Each>
    </ul>
  );
}

/** All of them under the letters they begin with. */
export function LetterList() {
  const { letters } = HOLES as { readonly letters: readonly LetterView[] };
  return (
    <Each of={letters}>
      {({ letter }) => (
        <section key={letter} className="letter">
          <h2>{letter}</h2>
          <NameList of="names" />
        </section>
      )}
    </Each>
  );
}
