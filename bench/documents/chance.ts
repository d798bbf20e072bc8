/** A number below a bound that looks random, always the same for the same three. */
export function pick(id: number, salt: number, below: number): number {
  let mixed = Math.imul(id, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
}

/** 1 to `count`. */
export const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
