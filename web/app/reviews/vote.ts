import type { HelpfulCount } from "@furoshiki/api/reviews";
import { say } from "../ui/toast.tsx";

/** Says that a review helped, or takes it back. @returns what is so now, or null where it could not be said. */
export async function vote(address: string, voted: boolean, failed: string): Promise<HelpfulCount | null> {
  try {
    const body = new URLSearchParams({ voted: voted ? "1" : "0" });
    const response = await fetch(address, { method: "POST", body });
    const answer = (await response.json()) as HelpfulCount | { message: string };
    if (response.ok && "helpful" in answer) return answer;
    say("message" in answer ? answer.message : failed, "error");
  } catch {
    say(failed, "error");
  }
  return null;
}
