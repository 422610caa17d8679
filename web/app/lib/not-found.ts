import { data } from "react-router";

/** `throw notFound()` in a loader: the page of a missing address with its status (spec §2). The router catches it; it is no Error. */
export function notFound(): unknown {
  return data(null, 404);
}
