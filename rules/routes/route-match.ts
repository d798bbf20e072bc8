/**
 * Tells whether a path (no query; a trailing slash is ignored) fits the pattern of a route. What it finds holds the
 * parameter, still encoded, at place 1.
 */
export function matcherOf(pattern: string): (path: string) => RegExpExecArray | null {
  const expression = pattern.replace(/:(\w+)/, (_, name) => (name === 'id' ? '(\\d+)' : '([^/]+)'));
  const whole = new RegExp(`^${expression}/?$`);
  return (path) => whole.exec(path);
}
