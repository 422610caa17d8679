import type { Option } from "@furoshiki/api/catalog";

/**
 * Returns the option that the URL names, else the first one that can be bought, else the first one; null if there are
 * none.
 */
export function selectOption(options: readonly Option[], requestedId: string | null): Option | null {
  return (
    options.find((option) => String(option.option_id) === requestedId) ??
    options.find((option) => option.available_for_order) ??
    options[0] ??
    null
  );
}
