import type { HelpfulCount } from "@furoshiki/api/reviews";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";

/**
 * Adds or removes a vote and shows an error toast if that fails. @returns the new count and state, or null if it
 * failed.
 */
export async function sendVote(url: string, isVoted: boolean, errorMessage: string): Promise<HelpfulCount | null> {
  try {
    const body = new URLSearchParams({ voted: isVoted ? "1" : "0" });
    const response = await fetch(url, { method: "POST", body });
    const result = (await response.json()) as HelpfulCount | { message: string };
    if (response.ok && "helpful" in result) return result;
    showToast("message" in result ? result.message : errorMessage, "error");
  } catch {
    showToast(errorMessage, "error");
  }
  return null;
}
