/**
 * Puts another Date in the place of the global one, whose present is what `change` makes of the real one (milliseconds
 * since the epoch); a Date of a given moment stays as it is. Its text also runs in pages, so it needs nothing around it.
 */
export function replaceDate(change: (real: number) => number): void {
  const Real = globalThis.Date;
  const now = () => change(Real.now());
  const Replaced: DateConstructor = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (_, given, made) => Reflect.construct(Real, given.length === 0 ? [now()] : given, made),
    get: (_, key) => (key === 'now' ? now : Reflect.get(Real, key)),
  });
  Real.prototype.constructor = Replaced;
  globalThis.Date = Replaced;
}
