import { data } from "react-router";

const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** The form that a request carries. @throws the error page of 415 for another kind of body, of 400 for a broken form */
export async function formDataOf(request: Request): Promise<FormData> {
  if (!formTypes.test(request.headers.get("content-type") ?? "")) throw data(null, 415);
  return orMalformed(() => request.formData());
}

/** The JSON that a request carries. @throws the error page of 400 if it is none */
export async function jsonOf(request: Request): Promise<unknown> {
  return orMalformed(() => request.json());
}

async function orMalformed<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw data(null, 400);
  }
}
