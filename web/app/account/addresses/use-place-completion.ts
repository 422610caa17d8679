import type { Place } from "@furoshiki/api/delivery";
import { useRef, useState } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { setInputValue } from "./latin-fields.tsx";

const CITY_ID = "address-city";
const POSTCODE_ID = "address-postcode";

type Completion = {
  field: "city" | "postcode";
  /** What was filled in, as the customer reads it. */
  text: string;
};

/**
 * Completes an empty city from a postcode, and an empty postcode from a city that has only one, from the places that the
 * store knows. What the customer has typed is never changed.
 * @param country ISO 3166-1 code
 */
export function usePlaceCompletion(country: string) {
  const i18n = useI18n();
  const [completion, setCompletion] = useState<Completion | null>(null);
  /** Queries that were made, so that what was cleared again stays empty. */
  const requested = useRef(new Set<string>());
  const fill = async (field: Completion["field"], query: Record<string, string>) => {
    const search = new URLSearchParams({ country, ...query }).toString();
    if (requested.current.has(search)) return;
    requested.current.add(search);
    const places = (await fetchApi<{ items: Place[] }>(i18n, `/v1/delivery/places?${search}`))?.items ?? [];
    const [place] = places;
    const isOnly =
      new Set(places.map(({ city_latin, postcode }) => (field === "city" ? city_latin : postcode))).size === 1;
    const input = getInput(field === "city" ? CITY_ID : POSTCODE_ID);
    // The customer may have begun to type in the meantime.
    if (!place || !isOnly || !input || input.value !== "") return;
    setInputValue(input, field === "city" ? place.city_latin : place.postcode);
    // Whoever is in the field already replaces the text by typing.
    if (input === document.activeElement) input.select();
    setCompletion({ field, text: field === "city" ? place.city : place.postcode });
  };
  return {
    completion,
    /** Called when a field has lost the focus. */
    complete: () => {
      const [city = "", postcode = ""] = [CITY_ID, POSTCODE_ID].map((id) => getInput(id)?.value.trim());
      if (city === "" && postcode.length > 2) void fill("city", { postcode });
      else if (postcode === "" && city.length > 1) void fill("postcode", { city });
    },
    /** Called when a field was changed. */
    clear: () => setCompletion(null),
    undo: () => {
      const input = getInput(completion?.field === "city" ? CITY_ID : POSTCODE_ID);
      if (!input) return;
      setInputValue(input, "");
      input.focus();
    },
  };
}

function getInput(id: string): HTMLInputElement | null {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement ? element : null;
}
