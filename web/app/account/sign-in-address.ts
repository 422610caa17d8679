export type DoorScreen = "login" | "register";

/** The home page with the sign-in above it, on one of its two screens (spec §2, Auth modal). */
export function signInAddress(screen: DoorScreen, from: string | null): string {
  const params = new URLSearchParams({ auth: screen === "login" ? "1" : "register" });
  if (from) params.set("from", from);
  return `/?${params}`;
}

/** Which screen an address asks for; null where it asks for none. */
export function screenOf(params: URLSearchParams): DoorScreen | null {
  const asked = params.get("auth");
  if (!asked || asked === "0" || asked === "false") return null;
  return asked === "register" ? "register" : "login";
}
