import { notFound } from "../lib/not-found.ts";

/** Every address that no page answers (spec §2). */
export function loader() {
  throw notFound();
}

export default function NotFoundPage() {
  return null;
}
