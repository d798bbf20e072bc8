/**
 * Something taken for a while, ms: after that its holder was stopped. A claim that ends later than one made now was made before
 * the clock was set back, and holds no more.
 */
export interface Claim {
  readonly now: number;
  readonly lasts: number;
}
