import { useEffect } from "react";
import { bindWords } from "../lib/format.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { useTakenOut } from "./taken-out.ts";

const ID = "taken-out-back";

/** What was taken out to stay below the duty-free limit, and the way back. */
export function TakenOutNote() {
  const { t } = useShop();
  const taken = useTakenOut();
  useEffect(() => {
    // The button that was pressed goes with the advice.
    if (taken) document.getElementById(ID)?.focus();
  }, [taken]);
  if (!taken) return null;
  return (
    <Note kind="info">
      <p role="status">{bindWords(t("checkout.split_removed", { names: taken.names.join(", ") }))}</p>
      <Button
        id={ID}
        kind="outline"
        size="sm"
        className="mt-3"
        onClick={() => {
          taken.putBack();
          document.getElementById("main")?.focus();
        }}
      >
        {t("cart.put_back")}
      </Button>
    </Note>
  );
}
