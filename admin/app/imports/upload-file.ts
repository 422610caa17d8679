/** What the API answers to an upload: the id of the import, or why it was refused. */
export type UploadResult = { id: number } | { message: string };

/** Uploads a file as the body of a request, so that neither the browser nor the server has all of it in memory. */
export async function uploadFile(file: File): Promise<UploadResult> {
  const response = await fetch(`/v1/admin/imports?name=${encodeURIComponent(file.name)}`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/octet-stream" },
    body: file,
  });
  const { data, message } = (await response.json()) as { data?: { id: number }; message?: string };
  return response.ok && data ? data : { message: message ?? `HTTP ${response.status}` };
}
