/** Destination of a parcel, with the fields that prices, delivery methods and customs need. */
export type Destination = { country: string; city: string; postcode: string };

/** Returns the key of the place for which a pickup point was selected: country and city. */
export function formatPlaceKey({ country, city }: Pick<Destination, "country" | "city">): string {
  return `${country} ${city.trim().toLowerCase()}`;
}
