import { data } from "react-router";

/** Every path that no other route has. */
export function loader(): never {
  throw data(null, { status: 404 });
}
