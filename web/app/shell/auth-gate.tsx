import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { screenOf } from "../account/sign-in-address.ts";

// The server writes a page in one go and must have it at hand; browsers fetch it when it is asked for.
const AuthModal = import.meta.env.SSR
  ? (await import("./auth-modal.tsx")).AuthModal
  : lazy(async () => ({ default: (await import("./auth-modal.tsx")).AuthModal }));

/** Opens the sign-in where the address asks for it and nobody is signed in (spec §2, Auth modal). Its code comes only then. */
export function AuthGate() {
  // Not useSearchParams: it would bring the router's forms to every page.
  const params = new URLSearchParams(useLocation().search);
  const screen = screenOf(params);
  return screen ? (
    <Suspense>
      <AuthModal screen={screen} from={params.get("from")} />
    </Suspense>
  ) : null;
}
