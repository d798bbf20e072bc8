/** Hands a file over to the browser's downloads under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has taken hold of the file by the next turn of the loop; a minute is plenty for slow devices.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
