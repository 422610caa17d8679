import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";

/**
 * One choice of the checkout: what is chosen now (the shopper's own choice before the shop has answered), and a way
 * to choose. `trouble` is what the shop said against the last one.
 */
export function useChoice(intent: "address" | "shipping" | "payment" | "point", selected: string | null) {
  const { to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const wanted = fetcher.formData?.get("id");
  return {
    chosen: typeof wanted === "string" ? wanted : selected,
    busy: fetcher.state !== "idle",
    trouble: fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null,
    choose: (id: string) => void fetcher.submit({ intent, id }, { method: "post", action: to("/cart") }),
  };
}
