import type { Option } from "@furoshiki/api/catalog";
import { useFetcher } from "react-router";
import type { CartLine } from "../../cart/cart-contents.ts";
import type { FormResult } from "../../forms/form-result.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** Options for a line without one, as submit buttons of the line's form. */
export function OptionChips({ line, options }: { line: CartLine; options: readonly Option[] }) {
  const { to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      {options.map(({ option_id, name }) => (
        <button
          key={option_id}
          type="submit"
          name="option_id"
          value={option_id}
          disabled={fetcher.state !== "idle"}
          onClick={(event) => {
            event.preventDefault();
            const formValues = { intent: "update_line", cart_id: line.cart_id, option_id, option_qty: line.qty };
            void fetcher.submit(formValues, { method: "post", action: to("/cart") });
          }}
          className="min-h-9 rounded-full border border-yamabuki-500 bg-surface px-3.5 text-sm text-ink hover:bg-yamabuki-50"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
