// Reads the ETags of If-Match and If-None-Match headers, for the server.

/** Whether an If-None-Match or If-Match header names a tag (weak comparison, RFC 9110, 8.8.3.2). */
export function containsTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
