// Lists of links to makers, brands, machines and kinds of parts, for buyers who browse; the server fills them into
// prebuilt pages.
import type { NameGroupView, SystemLinkView } from '../../../rules/catalogue/browse.ts';
import type { NameView, NarrowerView } from '../../../rules/catalogue/results.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { Each, HOLES, If } from './Holes.tsx';

function Names({ names }: { readonly names: readonly NameView[] }) {
  return (
    <ul className="names">
      <Each of={names}>
        {({ path, title, count }) => (
          <li key={path}>
            <a href={path}>{title}</a> <small className="muted">{count}</small>
          </li>
        )}
      </Each>
    </ul>
  );
}

/** Links to the names of a list that the server fills in. */
export const NameList = ({ of }: { readonly of: string }) => (
  <Names names={(HOLES as Readonly<Record<string, readonly NameView[]>>)[of] ?? []} />
);

/** All of them under what they have in common, each group in reach from the top. */
export function GroupList() {
  const { groups } = HOLES as { readonly groups: readonly NameGroupView[] };
  return (
    <>
      <nav className="letter-links row gap-4-16 below-8" aria-label={catalog.groups}>
        <Each of={groups}>
          {({ heading, anchor }) => (
            <a key={anchor} href={`#${anchor}`}>
              {heading}
            </a>
          )}
        </Each>
      </nav>
      <Each of={groups}>
        {({ heading, anchor }) => (
          <section key={anchor} className="letter" id={anchor}>
            <h2>{heading}</h2>
            <NameList of="names" />
          </section>
        )}
      </Each>
    </>
  );
}

/** Links to the kinds of parts of each unit of a vehicle. */
export function SystemList() {
  const { systems } = HOLES as { readonly systems: readonly SystemLinkView[] };
  return (
    <ul className="names systems">
      <Each of={systems}>
        {({ path, title, count, drawing }) => (
          <li key={path}>
            <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
              <use href={`/parts.svg#${drawing}`} />
            </svg>
            <a href={path}>{title}</a> <small className="muted">{count}</small>
          </li>
        )}
      </Each>
    </ul>
  );
}

/** Steps to fewer parts: by unit, kind and machine. */
export function Narrower({ groups }: { readonly groups: readonly NarrowerView[] }) {
  return (
    <Each of={groups}>
      {({ heading, names, moreText, more }) => (
        <section key={heading} className="letter">
          <h2>{heading}</h2>
          <Names names={names} />
          <If value={moreText}>
            <details>
              <summary>{moreText}</summary>
              <Names names={more} />
            </details>
          </If>
        </section>
      )}
    </Each>
  );
}

export const NarrowerFilling = () => (
  <Narrower groups={(HOLES as { readonly narrower: readonly NarrowerView[] }).narrower} />
);
