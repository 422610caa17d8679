import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { Door } from "../account/door.tsx";
import { screenOf, type DoorScreen } from "../account/sign-in-address.ts";
import { useEnter } from "../cart/bring-guest-cart.ts";
import { wayBack } from "../lib/own-path.ts";
import { useShop } from "../lib/shop.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";

/** Sign-in and registration above the open page (spec §2, Auth modal). */
export function AuthModal({ screen, from }: { screen: DoorScreen; from: string | null }) {
  const { t, to } = useShop();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  // Opened by the address itself, or by a click on a page (decisions, Sign-in).
  const openedByAddress = useRef(false);
  useEffect(() => {
    openedByAddress.current = isFirstOfDocument();
  }, []);
  const own = new URLSearchParams(search);
  const hrefWith = (change: (params: URLSearchParams) => void) => {
    const params = new URLSearchParams(own);
    params.delete("auth");
    params.delete("from");
    change(params);
    return pathname + (params.size > 0 ? `?${params}` : "") + hash;
  };
  const here = hrefWith(() => undefined);

  const close = () => {
    // Gone already: the page moved on while it was open.
    if (!screenOf(own)) return;
    const home = openedByAddress.current;
    void navigate(home ? to("/") : here, { replace: true, preventScrollReset: !home });
  };
  const enter = useEnter(wayBack(from, to) ?? here);

  return (
    <Dialog open onClose={close} shape="modal" labelledBy="door" className="lg:w-[420px]">
      <div className="relative overflow-y-auto p-6 pb-8 lg:p-9">
        <form method="dialog" className="absolute top-4.5 right-3 lg:top-7.5 lg:right-6">
          <IconButton type="submit" label={t("auth.close")} icon={<X size={22} strokeWidth={1.5} aria-hidden />} />
        </form>
        <Door
          as="h2"
          id="door"
          screen={screen}
          from={from}
          hrefOf={(other) =>
            hrefWith((params) => {
              params.set("auth", other === "login" ? "1" : "register");
              if (from) params.set("from", from);
            })
          }
          onSignedIn={enter}
        />
      </div>
    </Dialog>
  );
}

/** Whether the open page is the one that the document was loaded for: the router counts its entries from there. */
function isFirstOfDocument(): boolean {
  const state = history.state as { idx?: number } | null;
  return (state?.idx ?? 0) === 0;
}
