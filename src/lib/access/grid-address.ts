/** What the table of rights is narrowed by, as its address says it. */
export interface GridFilter {
  readonly role: number | null;
  readonly directing: number | null;
  /** Part of the title of a document type. */
  readonly task: string;
}

const idIn = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** The filter of an address; what cannot be read narrows nothing. */
export function gridFilterOf(search: string): GridFilter {
  const query = new URLSearchParams(search);
  return {
    role: idIn(query.get('role')),
    directing: idIn(query.get('directing')),
    task: query.get('task') ?? '',
  };
}

/** A query with this filter in it; everything else stays in it. */
export function withGridFilter(search: string, { role, directing, task }: GridFilter): string {
  const query = new URLSearchParams(search);
  const put = (name: string, value: string | number | null) =>
    value === null || value === '' ? query.delete(name) : query.set(name, String(value));
  put('role', role);
  put('directing', directing);
  put('task', task.trim());
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
