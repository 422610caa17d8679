import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Printer } from "lucide-react";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** Prints the page. */
export function PrintButton() {
  const { t } = useAccountI18n();
  return (
    <Button kind="ghost" onClick={() => window.print()} className="mt-2 w-full scriptless:hidden print:hidden">
      <Printer size={17} strokeWidth={1.5} aria-hidden />
      {t("order.print")}
    </Button>
  );
}
