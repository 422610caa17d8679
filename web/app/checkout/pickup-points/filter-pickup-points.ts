import type { PickupPoint } from "@furoshiki/api/delivery";

/** Returns the pickup points whose city, address, name or code contains every word of the query, in the given order. */
export function filterPickupPoints(points: readonly PickupPoint[], query: string): readonly PickupPoint[] {
  const words = normalize(query)
    .split(/[\s,.]+/)
    .filter(Boolean);
  if (words.length === 0) return points;
  return points.filter((point) => {
    const text = normalize(`${point.city} ${point.address} ${point.name} ${point.code}`);
    return words.every((word) => text.includes(word));
  });
}

function normalize(text: string): string {
  return text.toLowerCase().replaceAll("ё", "е");
}
