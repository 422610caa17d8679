import { data } from "react-router";

export function loader(): never {
  throw data(null, { status: 404 });
}

/** Every path that no other route has: its loader leads to the error page. */
export default function NotFoundPage() {
  return null;
}
