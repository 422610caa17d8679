import { redirectDocument } from "react-router";
import type { Visit } from "./api.ts";

/**
 * The answer to a form; but whose session ended while he acted is sent to the sign-in, in a fresh document, and from
 * there back to `page`.
 */
export function orSignIn<T extends object>(visit: Pick<Visit, "to">, page: string, answer: T): T {
  const isLost = "code" in answer && answer.code === "unauthenticated";
  if (isLost) throw redirectDocument(visit.to(`/?auth=1&from=${encodeURIComponent(page)}`));
  return answer;
}
