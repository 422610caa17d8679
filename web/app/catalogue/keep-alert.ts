import { say } from "../ui/toast.tsx";

/** Sets an alert of a product or takes it back. @returns whether the shop took it. */
export async function keepAlert(
  address: string,
  wish: { kind: string; optionId: number; on: boolean },
  failed: string,
): Promise<boolean> {
  try {
    const body = new URLSearchParams({
      kind: wish.kind,
      option_id: String(wish.optionId),
      wanted: wish.on ? "1" : "0",
    });
    const response = await fetch(address, { method: "POST", body });
    if (response.ok) return true;
    const { message } = (await response.json()) as { message?: string };
    say(message ?? failed, "error");
  } catch {
    // No connection.
    say(failed, "error");
  }
  return false;
}
