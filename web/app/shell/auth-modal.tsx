import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Door } from "../account/door.tsx";
import type { DoorScreen } from "../account/sign-in-address.ts";
import { useEnter } from "../cart/bring-guest-cart.ts";
import { wayBack } from "../lib/own-path.ts";
import { useShop } from "../lib/shop.tsx";
import { IconButton } from "../ui/icon-button.tsx";

type AuthModalProps = {
  screen: DoorScreen;
  from: string | null;
  /** The open page without the sign-in above it. */
  here: string;
  /** Its address with these parameters more. */
  hrefWith: (more: Record<string, string>) => string;
};

/** Sign-in and registration above the open page (spec §2, Auth modal). */
export function AuthModal({ screen, from, here, hrefWith }: AuthModalProps) {
  const { t, to } = useShop();
  const ref = useRef<HTMLFormElement>(null);
  const enter = useEnter(wayBack(from, to) ?? here);
  // The focus that stood on the skeleton is not lost with it.
  useEffect(() => {
    const dialog = ref.current?.closest("dialog");
    const inside = document.activeElement !== dialog && dialog?.contains(document.activeElement);
    if (!inside) dialog?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }, []);
  return (
    <>
      <form ref={ref} method="dialog" className="absolute top-4.5 right-3 lg:top-7.5 lg:right-6">
        <IconButton type="submit" label={t("auth.close")} icon={<X size={22} strokeWidth={1.5} aria-hidden />} />
      </form>
      <Door
        as="h2"
        id="door"
        screen={screen}
        from={from}
        hrefOf={(other) => hrefWith({ auth: other === "login" ? "1" : "register", ...(from ? { from } : {}) })}
        onSignedIn={enter}
      />
    </>
  );
}
