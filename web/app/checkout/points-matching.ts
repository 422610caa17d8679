import type { ShownPoint } from "../cart/shown-cart.ts";

/** Points whose city, street or name holds every word that was typed, in the order they came. */
export function pointsMatching(points: readonly ShownPoint[], sought: string): readonly ShownPoint[] {
  const words = plain(sought)
    .split(/[\s,.]+/)
    .filter(Boolean);
  if (words.length === 0) return points;
  return points.filter((point) => {
    const text = plain(`${point.city} ${point.address} ${point.name} ${point.code}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll("ё", "е");
}
