import type { Option } from "@furoshiki/api/catalogue";
import { useFetcher } from "react-router";
import type { ShownLine } from "../cart/shown-cart.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";

/** The options of a line that has none yet, inside the line's form. */
export function OptionChips({ line, options }: { line: ShownLine; options: readonly Option[] }) {
  const { to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
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
            const wish = { intent: "line", cart_id: line.cartId, option_id, wanted: line.qty };
            void fetcher.submit(wish, { method: "post", action: to("/cart") });
          }}
          className="min-h-9 rounded-full border border-yamabuki-500 bg-surface px-3.5 text-sm text-ink hover:bg-yamabuki-50"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
