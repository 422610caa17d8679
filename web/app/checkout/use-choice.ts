import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";

export type ChoiceOf = "address" | "shipping" | "payment" | "point";

/** The form that a choice's inputs name as theirs: a card may hold a further choice, and forms cannot be nested. */
export function choiceForm(intent: ChoiceOf): string {
  return `choose-${intent}`;
}

/**
 * One choice of the checkout: what is chosen now (the shopper's own choice before the shop has answered), and what
 * makes a radio button one of it. `trouble` is what the shop said against the last one.
 */
export function useChoice(intent: ChoiceOf, selected: number | string | null) {
  const { to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const wanted = fetcher.formData?.get("id");
  const chosen = typeof wanted === "string" ? wanted : selected === null ? null : String(selected);
  const choose = (id: string) => void fetcher.submit({ intent, id }, { method: "post", action: to("/cart") });
  return {
    chosen,
    trouble: fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null,
    choose,
    radio: (id: number | string) => ({
      name: "id",
      form: choiceForm(intent),
      value: id,
      checked: chosen === String(id),
      onChange: () => choose(String(id)),
    }),
  };
}
