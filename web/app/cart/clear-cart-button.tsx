import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";

/** Clears the cart after a confirmation. Without JavaScript the form is posted. */
export function ClearCartButton({ onClear }: { onClear: () => void }) {
  const { t, to } = useAccountI18n();
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute("open");
  return (
    <details
      ref={details}
      className="group relative"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <summary className="flex h-9 list-none items-center gap-1.5 text-sm text-ink-2 hover:text-ink">
        <Trash2 size={17} strokeWidth={1.5} aria-hidden />
        {t("checkout.clear")}
      </summary>
      <form
        method="post"
        action={to("/cart")}
        onSubmit={(event) => {
          event.preventDefault();
          close();
          onClear();
        }}
        className="absolute top-full right-0 z-10 mt-1 w-64 rounded-lg border border-line bg-surface p-4 shadow-overlay"
      >
        <p className="text-sm">{t("checkout.clear_question")}</p>
        <div className="mt-3 flex gap-2">
          <Button type="submit" kind="danger" size="sm" name="intent" value="clear_cart">
            {t("checkout.clear_yes")}
          </Button>
          <Button kind="ghost" size="sm" onClick={close} className="scriptless:hidden">
            {t("checkout.clear_no")}
          </Button>
        </div>
      </form>
    </details>
  );
}
