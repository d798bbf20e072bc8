// The checker without its programs for single systems, in plain JavaScript.
declare module 'recheck/lib/browser.js' {
  const recheck: { readonly checkSync: typeof import('recheck').checkSync };
  export default recheck;
}
