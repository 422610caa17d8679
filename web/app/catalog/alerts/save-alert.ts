import { showToast } from "@furoshiki/design-system/ui/toast.tsx";

/** Sets or removes an alert for a product and shows an error toast if that fails. @returns whether it was saved. */
export async function saveAlert(
  url: string,
  alert: { kind: string; optionId: number; isOn: boolean },
  errorMessage: string,
): Promise<boolean> {
  try {
    const body = new URLSearchParams({
      kind: alert.kind,
      option_id: String(alert.optionId),
      enabled: alert.isOn ? "1" : "0",
    });
    const response = await fetch(url, { method: "POST", body });
    if (response.ok) return true;
    const { message } = (await response.json()) as { message?: string };
    showToast(message ?? errorMessage, "error");
  } catch {
    showToast(errorMessage, "error");
  }
  return false;
}
