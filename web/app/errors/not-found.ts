import { data } from "react-router";

/**
 * For loaders: `throw createNotFound()` renders the 404 error page. React Router catches the value; it is not an Error.
 */
export function createNotFound(): unknown {
  return data(null, 404);
}
