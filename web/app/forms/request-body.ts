import { data } from "react-router";

const formContentTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Parses the form data of a request. @throws the 415 error page for another content type, the 400 error page for
 * malformed form data
 */
export async function parseFormData(request: Request): Promise<FormData> {
  if (!formContentTypes.test(request.headers.get("content-type") ?? "")) throw data(null, 415);
  return rejectMalformed(() => request.formData());
}

/** Parses the JSON body of a request. @throws the 400 error page if it is malformed */
export async function parseJson(request: Request): Promise<unknown> {
  return rejectMalformed(() => request.json());
}

async function rejectMalformed<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw data(null, 400);
  }
}
