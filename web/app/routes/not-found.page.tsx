import { createNotFound } from "../errors/not-found.ts";

/** Every path that no route matches. */
export function loader() {
  throw createNotFound();
}

export default function NotFoundPage() {
  return null;
}
