import { data } from "react-router";

/** Every address that no page answers (spec §2). */
export function loader() {
  throw data(null, 404);
}

export default function NotFoundPage() {
  return null;
}
