import type { Plugin } from 'vite';

/**
 * What stands in a circle, or waits for one, of scripts and the scripts that each imports before it runs.
 * Empty when every script can run after all that it needs.
 */
export const inCircles = (imports: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const left = new Map(imports);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [name, needs] of left) if (!needs.some((need) => left.has(need))) left.delete(name);
  }
  return [...left.keys()];
};

/**
 * Fails a build whose files import each other in a circle although the modules in them do not: one of them would run
 * before what it needs, and every page that asks for it would stay empty. Merging small files by size can do that.
 */
export const noCircles = (): Plugin => ({
  name: 'no-circles',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const imports = Object.values(bundle).flatMap((file): [string, readonly string[]][] =>
      file.type === 'chunk' ? [[file.fileName, file.imports]] : [],
    );
    const circle = inCircles(new Map(imports));
    if (circle.length > 0)
      this.error(`Files of the site import each other in a circle:\n${circle.join('\n')}`);
  },
});
