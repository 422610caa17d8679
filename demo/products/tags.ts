import type { Product } from "./product.ts";
import type { Random } from "../random.ts";

const tagByActive: Record<string, string> = {
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

/** Groups whose products can have tags about their ingredients. */
const groupsWithIngredientTags = new Set([
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

/** Selects the tags of a product. Its composition is then adjusted to the tags about ingredients (compositions.ts). */
export function selectTags(product: Omit<Product, "tagIds" | "tagSlugs">, random: Random): string[] {
  const { parts, labels, variants, popularity, category } = product;
  const { type, adjective, active, audience, series } = parts;
  const hasIngredientTags = groupsWithIngredientTags.has(type.group);
  const tags = new Set<string>();
  const addTagIf = (tag: string, condition: boolean) => {
    if (condition) tags.add(tag);
  };
  addTagIf("hit-prodazh", labels.includes("hit"));
  addTagIf("novinka", labels.includes("new"));
  addTagIf("limitirovannaya-seriya", labels.includes("limited"));
  addTagIf(
    "rasprodazha",
    variants.some((variant) => variant.oldPriceMinor !== null),
  );
  addTagIf(
    "do-1000-rubley",
    variants.some((variant) => variant.priceMinor < 1000_00),
  );
  addTagIf("vybor-pokupateley", popularity > 0.9 && random.chance(0.6));
  const activeTag = active && tagByActive[active.id];
  if (activeTag) tags.add(activeTag);
  addTagIf("bez-sulfatov", adjective?.m === "бессульфатный" || (type.composition === "shampoo" && random.chance(0.25)));
  addTagIf("bez-parabenov", hasIngredientTags && random.chance(0.3));
  addTagIf("bez-otdushek", hasIngredientTags && product.kind !== "scent" && random.chance(0.2));
  addTagIf("bez-spirta", hasIngredientTags && type.hazard === "none" && random.chance(0.4));
  addTagIf(
    "vegan",
    hasIngredientTags &&
      !["honey", "royal", "horse", "silk", "pearl", "placenta", "collagen"].includes(active?.id ?? "") &&
      random.chance(0.12),
  );
  addTagIf("dlya-chuvstvitelnoy-kozhi", audience?.ru === "для чувствительной кожи");
  addTagIf(
    "refil",
    variants.some((variant) => variant.choice?.refill),
  );
  addTagIf("semeynyy-format", audience?.ru === "для всей семьи" || (type.unit === "мл" && product.size >= 700));
  addTagIf("mini-format", type.id === "mini");
  addTagIf("podarok-mame", (type.group === "gift" && random.chance(0.6)) || (hasIngredientTags && random.chance(0.03)));
  addTagIf("podarok-na-8-marta", ["gift", "lips"].includes(type.group) && random.chance(0.5));
  addTagIf("podarok-na-novyy-god", ["gift", "tableware", "wrap"].includes(type.group) && random.chance(0.6));
  addTagIf("onsen", type.group === "bath" || (series?.name.includes("Onsen") ?? false));
  addTagIf("leto-spf", type.group === "sun");
  addTagIf("zima-pitanie", adjective?.m === "питательный" || type.id === "cream_night" || type.id === "hand");
  addTagIf("dlya-vannoy", ["bath", "body", "wash"].includes(type.group) || category.slug === "uborka-vannoy");
  addTagIf("vnutrenniy-rynok-yaponii", random.chance(0.3));
  return [...tags];
}
