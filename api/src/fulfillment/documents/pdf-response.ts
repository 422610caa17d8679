/** Creates a response with a PDF file that the browser shows. It has personal data, so that no cache may store it. */
export function createPdfResponse(file: Buffer<ArrayBuffer>, name: string): Response {
  return new Response(file, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${name}"`,
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    },
  });
}
