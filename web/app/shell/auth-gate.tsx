import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { screenOf } from "../account/sign-in-address.ts";
import { onDoor } from "../lib/door.ts";
import { Alive } from "../lib/later.tsx";
import { useShop } from "../lib/shop.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const load = () => import("./auth-modal.tsx");
// The server writes a page in one go and must have it at hand; browsers fetch it when it is asked for.
const AuthModal = import.meta.env.SSR
  ? (await load()).AuthModal
  : lazy(async () => ({ default: (await load()).AuthModal }));

export const loadAuth = load;

/**
 * Opens the sign-in where the address asks for it and nobody is signed in (spec §2, Auth modal). It opens at once and
 * is filled when its code is there.
 */
export function AuthGate() {
  const { t, to } = useShop();
  const navigate = useNavigate();
  // Not useSearchParams: it would bring the router's forms to every page.
  const { pathname, search, hash } = useLocation();
  const params = new URLSearchParams(search);
  const screen = screenOf(params);
  // Opened by the address itself, or by a click on a page (decisions, Sign-in).
  const openedByAddress = useRef(false);
  // Pressed already, while the address is still that of the page alone.
  const [pressed, setPressed] = useState(false);
  useEffect(() => onDoor(() => setPressed(true)), []);
  // The address asks for it by now, or the shopper went somewhere else instead.
  useEffect(() => setPressed(false), [pathname, search]);
  const isAsked = screen !== null;
  useEffect(() => {
    openedByAddress.current = isFirstOfDocument();
  }, [isAsked]);
  const place = useRef<HTMLDivElement>(null);
  if (!isAsked && !pressed) return null;

  const from = params.get("from");
  const hrefWith = (more: Record<string, string>) => {
    const others = new URLSearchParams(search);
    others.delete("auth");
    others.delete("from");
    for (const [name, value] of Object.entries(more)) others.set(name, value);
    return pathname + (others.size > 0 ? `?${others}` : "") + hash;
  };
  const here = hrefWith({});
  const close = () => {
    setPressed(false);
    // Gone already: the page moved on while it was open.
    if (!screenOf(new URLSearchParams(window.location.search))) return;
    const home = openedByAddress.current;
    const where = { replace: true, preventScrollReset: !home, defaultShouldRevalidate: false };
    void navigate(home ? to("/") : here, where);
  };
  return (
    <Dialog open onClose={close} shape="modal" label={t("shell.sign_in")} labelledBy="door" className="lg:w-[420px]!">
      <div ref={place} data-waiting="" className="relative overflow-y-auto p-6 pb-8 lg:p-9">
        <Suspense fallback={<Waiting />}>
          {screen ? <AuthModal screen={screen} from={from} here={here} hrefWith={hrefWith} /> : <Waiting />}
          <Alive place={place} />
        </Suspense>
      </div>
    </Dialog>
  );
}

function Waiting() {
  return <Skeleton rows={5} className="h-12" />;
}

/** Whether the open page is the one that the document was loaded for: the router counts its entries from there. */
function isFirstOfDocument(): boolean {
  const state = history.state as { idx?: number } | null;
  return (state?.idx ?? 0) === 0;
}
