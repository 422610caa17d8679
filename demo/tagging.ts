import type { Product } from "./product.ts";
import type { Dice } from "./random.ts";

const byActive: Record<string, string> = {
  collagen: "s-kollagenom",
  ha: "s-gialuronovoy-kislotoy",
  sakura: "sakura",
  yuzu: "yuzu",
  greentea: "zelenyy-chay",
  matcha: "zelenyy-chay",
  rice: "ris",
  ricebran: "ris",
  camellia: "kameliya",
};

const cosmetics = new Set([
  "cleanse",
  "face",
  "eye",
  "sun",
  "lipcare",
  "makeup",
  "hair",
  "body",
  "wash",
  "hand",
  "baby",
  "men",
]);

/** The tags that are true of a product; those about its formula are kept by its composition. */
export function tagsOf(product: Omit<Product, "tagIds" | "tagSlugs">, by: Dice): string[] {
  const { parts, labels, variants, popularity, category } = product;
  const { type, adjective, active, audience, series } = parts;
  const cosmetic = cosmetics.has(type.group);
  const tags = new Set<string>();
  const put = (tag: string, when: boolean) => when && tags.add(tag);
  put("hit-prodazh", labels.includes("hit"));
  put("novinka", labels.includes("new"));
  put("limitirovannaya-seriya", labels.includes("limited"));
  put(
    "rasprodazha",
    variants.some((variant) => variant.oldPriceMinor !== null),
  );
  put(
    "do-1000-rubley",
    variants.some((variant) => variant.priceMinor < 1000_00),
  );
  put("vybor-pokupateley", popularity > 0.9 && by.chance(0.6));
  const activeTag = active && byActive[active.id];
  if (activeTag) tags.add(activeTag);
  put("bez-sulfatov", adjective?.m === "бессульфатный" || (type.composition === "shampoo" && by.chance(0.25)));
  put("bez-parabenov", cosmetic && by.chance(0.3));
  put("bez-otdushek", cosmetic && product.kind !== "scent" && by.chance(0.2));
  put("bez-spirta", cosmetic && type.hazard === "none" && by.chance(0.4));
  put(
    "vegan",
    cosmetic &&
      !["honey", "royal", "horse", "silk", "pearl", "placenta", "collagen"].includes(active?.id ?? "") &&
      by.chance(0.12),
  );
  put("dlya-chuvstvitelnoy-kozhi", audience?.ru === "для чувствительной кожи");
  put(
    "refil",
    variants.some((variant) => variant.choice?.refill),
  );
  put("semeynyy-format", audience?.ru === "для всей семьи" || (type.unit === "мл" && product.size >= 700));
  put("mini-format", type.id === "mini");
  put("podarok-mame", (type.group === "gift" && by.chance(0.6)) || (cosmetic && by.chance(0.03)));
  put("podarok-na-8-marta", ["gift", "lips"].includes(type.group) && by.chance(0.5));
  put("podarok-na-novyy-god", ["gift", "tableware", "wrap"].includes(type.group) && by.chance(0.6));
  put("onsen", type.group === "bath" || (series?.name.includes("Onsen") ?? false));
  put("leto-spf", type.group === "sun");
  put("zima-pitanie", adjective?.m === "питательный" || type.id === "cream_night" || type.id === "hand");
  put("dlya-vannoy", ["bath", "body", "wash"].includes(type.group) || category.slug === "uborka-vannoy");
  put("vnutrenniy-rynok-yaponii", by.chance(0.3));
  return [...tags];
}
