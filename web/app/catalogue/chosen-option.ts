import type { Option } from "@furoshiki/api/catalogue";

/** The option that the address names, or else the first that can be bought. */
export function chosenOption(options: readonly Option[], asked: string | null): Option | null {
  return (
    options.find((option) => String(option.option_id) === asked) ??
    options.find((option) => option.available_for_order) ??
    options[0] ??
    null
  );
}
