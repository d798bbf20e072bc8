// `If`, `Each` and `HOLES`: let one markup serve twice, in the build as a template that the server fills
// (docs/page-filling.md), in the browser with values.
import type { ReactNode } from 'react';
import { HOLE_MARK, hole } from '../../../contract/holes.ts';

/** Any view with holes in place of its texts and lists: what a page is built with for the server to fill. */
export const HOLES = new Proxy({}, { get: (_, name) => hole(String(name)) });

const HOLE = new RegExp(`^\\{\\{${HOLE_MARK}(\\w+)\\}\\}$`);

/** The name of the hole that stands in place of a value, in the build alone; a browser has values. */
const holeIn = (value: unknown): string | undefined =>
  import.meta.env.SSR && typeof value === 'string' ? HOLE.exec(value)?.[1] : undefined;

interface IfProps {
  readonly value: string;
  readonly children?: ReactNode;
  readonly otherwise?: ReactNode;
}

/** Shows its children where the value is not empty, else `otherwise`. */
export function If({ value, children, otherwise }: IfProps) {
  const name = holeIn(value);
  if (name === undefined) return value ? children : otherwise;
  return (
    <>
      {hole(`#${name}`)}
      {children}
      {hole(`/${name}`)}
      {otherwise && hole(`^${name}`)}
      {otherwise}
      {otherwise && hole(`/${name}`)}
    </>
  );
}

interface EachProps<Item> {
  readonly of: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

/** Shows every member of a list; the children bear keys. */
export function Each<Item>({ of, children }: EachProps<Item>) {
  const name = holeIn(of);
  if (name === undefined) return of.map(children);
  return (
    <>
      {hole(`*${name}`)}
      {children(HOLES as Item)}
      {hole(`/${name}`)}
    </>
  );
}
