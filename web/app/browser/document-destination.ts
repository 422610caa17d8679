/**
 * Returns the country that this page names delivery to (ISO 3166-1), which the root component writes to the document;
 * null if it is unknown.
 */
export function getDocumentDestination(): string | null {
  return document.documentElement.dataset["deliveryCountry"] ?? null;
}
