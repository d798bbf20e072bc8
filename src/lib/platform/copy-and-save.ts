// Copies a text to the clipboard and saves a file, in any browser.

/** Puts a text into the clipboard; false where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The clipboard of scripts is closed on plain http: then the browser's own copy command does it. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** Hands a file over to the browser's downloads under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file at once; a minute is plenty for slow devices.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
