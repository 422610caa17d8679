export type SignInScreen = "login" | "register";

/** Returns the path of the home page with the sign-in dialog open on the given screen. */
export function getSignInPath(screen: SignInScreen, from: string | null): string {
  const params = new URLSearchParams({ auth: screen === "login" ? "1" : "register" });
  if (from) params.set("from", from);
  return `/?${params}`;
}

/** Returns the sign-in screen that a URL opens, or null. */
export function getSignInScreen(params: URLSearchParams): SignInScreen | null {
  const authParam = params.get("auth");
  if (!authParam || authParam === "0" || authParam === "false") return null;
  return authParam === "register" ? "register" : "login";
}
