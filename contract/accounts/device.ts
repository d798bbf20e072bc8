// Turns the User-Agent of a browser into a short name («Chrome, Windows»), for lists of sessions, the journal and
// mails.

/** Names of browsers in the order in which they must be looked for: most pretend to be those further down. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser/, 'Яндекс\u00a0Браузер'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system out of a user-agent text, e.g. «Chrome, Windows»; '' when neither is known. */
export function formatDevice(agent: string): string {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ');
}
