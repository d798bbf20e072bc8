/** The little of an OpenAPI document that the page shows. */
export interface OpenApi {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** The page's whole style; its hash stands in the page's policy. */
export const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; }
h3 { font: 600 1rem/1.5 ui-monospace, monospace; margin: 2rem 0 0; overflow-wrap: anywhere; }
p { margin: 0.25rem 0; }
pre { padding: 0.75rem; overflow-x: auto; border: 1px solid #8884; border-radius: 4px; margin: 0.25rem 0; }
`;

const RULES = [
  'A path answers alike with and without a slash at its end, in any case of letters. An unknown one is 404.',
  'Bodies may be multipart/form-data, application/x-www-form-urlencoded or application/json; a[b] is a nested field. Files need multipart.',
  'Every failure is {"error": "…"} with its status; some carry facts beside the text.',
  'An access token goes into Authorization: Bearer …; public calls do not look at it.',
  '429 and 503 say in Retry-After how many seconds to wait.',
];

/** A plain page over the document: no script, nothing loaded. */
export function referencePage(api: OpenApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const services = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? '');
  const sections = [...services].map(
    ([service, calls]) =>
      `<h2>${escaped(service)}</h2>${calls.map((call) => callText(call.method, call.path, call.operation)).join('')}`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>${escaped(api.info.title)}: the API</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escaped(api.info.title)}: the API</h1><p>The same for programs: <a href="/api/docs/json">OpenAPI</a>.</p>` +
    `<ul>${RULES.map((rule) => `<li>${escaped(rule)}</li>`).join('')}</ul>${sections.join('')}</main></body></html>`
  );
}

function callText(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema }) =>
      `${name}${required ? '' : '?'}: ${schema ? typeText(schema) : 'string'} (${place})`,
  );
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answers = Object.entries(operation.responses ?? {}).map(([status, { content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema;
    return `${status}${schema ? ` ${typeText(schema)}` : ''}`;
  });
  const lines = [
    ...parameters,
    ...(body ? [`body ${typeText(body)}`] : []),
    ...answers.map((answer) => `→ ${answer}`),
  ];
  return (
    `<section><h3>${escaped(method.toUpperCase())} ${escaped(path)}</h3><p>${escaped(operation.description ?? '')}</p>` +
    `${lines.length > 0 ? `<pre>${escaped(lines.join('\n'))}</pre>` : ''}</section>`
  );
}

/** A schema as a type is written, e.g. `{id: integer, photo: string | null}`. */
function typeText(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((each) => typeText(each, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => typeText(each, indent)).join(' & ');
  if (schema.items) return `[${typeText(schema.items, indent)}]`;
  if (!schema.properties) return schema.type ?? 'any';
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    const remark = field.description ? `  // ${field.description}` : '';
    return `${inner}${name}${optional}: ${typeText(field, inner)}${remark}`;
  });
  return `{\n${fields.join('\n')}\n${indent}}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
