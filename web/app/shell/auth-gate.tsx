import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { screenOf } from "../account/sign-in-address.ts";

const AuthModal = lazy(() => import("./auth-modal.tsx"));

/** Opens the sign-in where the address asks for it and nobody is signed in (spec §2, Auth modal). Its code comes only then. */
export function AuthGate() {
  const [params] = useSearchParams();
  const screen = screenOf(params);
  return screen ? (
    <Suspense>
      <AuthModal screen={screen} from={params.get("from")} />
    </Suspense>
  ) : null;
}
