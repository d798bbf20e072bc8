/** Of scripts with their imports: those in a circle, or waiting for one, so that they cannot run after what they need. */
export const inCircles = (imports: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const left = new Map(imports);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [name, needs] of left) if (!needs.some((need) => left.has(need))) left.delete(name);
  }
  return [...left.keys()];
};
