/**
 * Shows the calls of each service by an instance of its own: from 150 calls on Swagger UI draws only those in sight, and
 * the browser's own search finds no other (https://github.com/swagger-api/swagger-ui/issues/11056).
 */
async function showCalls() {
  const response = await fetch('/api/docs/json');
  if (!response.ok) throw new Error(`the description of the API is not there: ${response.status}`);
  const api = await response.json();
  const calls = document.getElementById('calls');
  for (const tag of tagsOf(api)) {
    const part = document.createElement('div');
    calls.append(part);
    // https://github.com/swagger-api/swagger-ui/blob/master/docs/usage/configuration.md
    SwaggerUIBundle({
      spec: { ...api, paths: pathsWith(api, tag) },
      domNode: part,
      presets: [SwaggerUIBundle.presets.apis],
      plugins: [CallsOnly],
      layout: 'CallsOnly',
      // It shows and never calls: a validator, a server or a form would be another origin's or a visitor's business.
      validatorUrl: null,
      supportedSubmitMethods: [],
    });
  }
}

/** A layout of the calls alone: the usual one is a landmark, of which a page has one. */
function CallsOnly({ React }) {
  const within = (className, child) => React.createElement('div', { className }, child);
  const layout = ({ getComponent }) =>
    within('swagger-ui', within('wrapper', React.createElement(getComponent('operations', true))));
  return { components: { CallsOnly: layout } };
}

/** The services in the order in which the description names them. */
function tagsOf({ paths }) {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))];
}

/** The calls of one service. */
function pathsWith({ paths }, tag) {
  const of = (path) => Object.fromEntries(Object.entries(path).filter(([, { tags }]) => tags?.includes(tag)));
  return Object.fromEntries(
    Object.entries(paths)
      .map(([name, path]) => [name, of(path)])
      .filter(([, path]) => Object.keys(path).length > 0),
  );
}

void showCalls();
