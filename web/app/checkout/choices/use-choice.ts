import { useFetcher } from "react-router";
import { getErrorMessage, type FormResult } from "../../forms/form-result.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

export type ChoiceIntent = "address" | "shipping" | "payment" | "pickup_point";

/** Returns the id for the `form` attribute of the inputs. A card may contain another choice, and forms cannot be nested. */
export function getChoiceFormId(intent: ChoiceIntent): string {
  return `choose-${intent}`;
}

/**
 * State of one choice of the checkout: the current value (optimistic while submitting), the props of its radio buttons, and
 * `errorMessage` if the last submission was refused.
 */
export function useChoice(intent: ChoiceIntent, selected: number | string | null) {
  const { to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  const submittedId = fetcher.formData?.get("id");
  const chosen = typeof submittedId === "string" ? submittedId : selected === null ? null : String(selected);
  return {
    chosen,
    errorMessage: getErrorMessage(fetcher),
    getRadioProps: (id: number | string) => ({
      name: "id",
      form: getChoiceFormId(intent),
      value: id,
      checked: chosen === String(id),
      onChange: () => void fetcher.submit({ intent, id: String(id) }, { method: "post", action: to("/cart") }),
    }),
  };
}
