/** How long the browser gets to read a file that it saves, in milliseconds. */
const READ_TIMEOUT_MS = 60_000;

/** Lets the browser save a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  startDownload(url, name);
  setTimeout(() => URL.revokeObjectURL(url), READ_TIMEOUT_MS);
}

/** Starts a download, as a press on a link does. Without a name, the server gives one. */
export function startDownload(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
