import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  /** Name and value of each fact, in order. */
  readonly facts?: readonly (readonly [name: string, value: ReactNode])[];
  readonly children?: ReactNode;
}

/** One part of the state under its heading. */
export function Part({ title, facts = [], children }: Props) {
  const id = useId();
  return (
    <section className="panel state-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {facts.length > 0 && (
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}
