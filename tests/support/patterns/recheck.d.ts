// The checker without its programs for single systems, in plain JavaScript.
declare module 'recheck/lib/browser.js' {
  const recheck: { readonly checkSync: typeof import('recheck').checkSync };
  export default recheck;
}

// The checker by its program for this system, which it starts at the first pattern and leaves running.
declare module 'recheck/lib/main.js' {
  export const check: typeof import('recheck').check;
  export const __mock__: { agent?: { kill(): void } | null };
}
