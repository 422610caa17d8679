import templates from "../data/compositions.json" with { type: "json" };
import { capitalize } from "./names.ts";
import type { Product } from "./product.ts";
import { type Random, createRandom } from "../random.ts";
import { type Active, getActivesFor, allActives } from "./source-tables.ts";

const templateById = templates as Record<string, string>;

const materialsByGroup: Record<string, string[]> = {
  tableware: ["Ceramic, food-safe glaze"],
  kitchen: ["Polypropylene, silicone", "Stainless steel, polypropylene"],
  home: ["Polypropylene", "Polyethylene, polyester"],
  tool: ["Natural wood, cotton", "Polypropylene, stainless steel"],
  oraltool: ["Polypropylene, nylon, PBT"],
  diaper: ["Polyolefin non-woven, pulp, absorbent polymer, polyurethane"],
  hygiene: ["Polyolefin non-woven, pulp"],
  patch: ["Iron powder, water, vermiculite, activated carbon, non-woven fabric"],
  food: ["Powder in sachets"],
};
const materialByType: Record<string, string> = {
  sticks: "Natural wood, lacquer",
  towel: "Cotton 100%",
  bowl: "Porcelain clay, glaze",
  knife: "Stainless steel, laminated bamboo",
  mug: "Stainless steel, polypropylene, silicone",
  cotton: "Cotton 100%",
  razor: "Stainless steel, ABS, elastomer",
  massager: "ABS, zinc alloy, lithium-ion battery",
  support: "Nylon, polyester, polyurethane",
  sleepgoods: "Silk, polyester",
  incense: "Wood powder, fragrance, charcoal",
  litter: "Recycled paper, absorbent polymer",
  wrap: "Paper, cotton ribbon",
  cool: "Water, glycerin, polyacrylate gel, menthol, non-woven fabric",
  foot_pad: "Bamboo vinegar powder, dextrin, non-woven fabric",
  bottle: "Heat-resistant glass, silicone",
  kidsplate: "Polypropylene",
  loofah: "Nylon, cotton",
  pettoy: "Cotton, natural rubber",
};

/** Builds the INCI list of ingredients in descending order, including the product's active ingredient. */
export function buildComposition(seed: number, product: Product): string {
  const { type, active } = product.parts;
  const random = createRandom(seed, "composition", product.id);
  const template = templateById[type.composition];
  if (!template) return getMaterial(product, random);
  const mainActive = active ?? null;
  const otherActives = getActivesFor(type).filter((one) => one !== mainActive && one.inci !== "-");
  const secondActive = random.pick<Active | null>(otherActives.length > 0 ? otherActives : [null]);
  const plantExtracts = random
    .sample(getPlantExtracts(product), 3)
    .filter((one) => one !== mainActive && one !== secondActive);
  const renderedTemplate = template.replaceAll(/\{([AX])(\d)\}/g, (_, kind: string, number: string) =>
    kind === "A"
      ? getInciName(number === "1" ? mainActive : secondActive)
      : getInciName(plantExtracts[Number(number) - 1] ?? null),
  );
  const list = matchClaims(renderedTemplate.replace(/^ 60%/, "Chicken and fish 60%"), product);
  const isQuasiDrug =
    mainActive && mainActive.inci !== "-" && ["face", "oral", "hair"].includes(type.group) && random.chance(0.12);
  return isQuasiDrug ? `Active: ${mainActive.inci}. Other: ${list.replace(`${mainActive.inci}, `, "")}` : list;
}

/** Returns the name in a list of ingredients: the INCI name, or the English one of an active without it. */
function getInciName(active: Active | null): string {
  if (!active) return "";
  return active.inci === "-" ? capitalize(active.en.replace(/^with /, "")) : active.inci;
}

/** Returns extracts and oils that fit a product. */
function getPlantExtracts({ parts: { type } }: Product): Active[] {
  const group =
    {
      hair: "hair",
      body: "body",
      wash: "body",
      hand: "body",
      bath: "bath",
      oral: "oral",
      baby: "baby",
      laundry: "home",
    }[type.group] ?? "face";
  return allActives.filter((one) => one.groups.includes(group) && /Extract|Oil|Water/.test(one.inci));
}

/** Adjusts the list of ingredients to the claims of the name and the tags. */
function matchClaims(list: string, { tagSlugs, parts: { type, audience } }: Product): string {
  let parts = list.split(", ").filter((part) => part.trim() !== "");
  const replaceIngredient = (oldName: string, newName: string) => {
    parts = parts.map((part) => (part === oldName ? newName : part));
  };
  if (type.hazard === "none") parts = parts.filter((part) => part !== "Alcohol");
  if (tagSlugs.includes("bez-sulfatov")) replaceIngredient("Sodium Laureth Sulfate", "Sodium Cocoyl Methyl Taurate");
  if (tagSlugs.includes("bez-parabenov") || type.group === "baby") replaceIngredient("Methylparaben", "Phenoxyethanol");
  if (tagSlugs.includes("bez-otdushek") || audience?.ru === "для чувствительной кожи")
    parts = parts.filter((part) => part !== "Fragrance" && part !== "Flavor");
  return [...new Set(parts)].join(", ");
}

/** Returns the material of a product that has no ingredients. */
function getMaterial({ parts: { type } }: Product, random: Random): string {
  if (type.composition === "set") return "Each product of the set carries its own list on its pack.";
  return (
    materialByType[type.id] ??
    random.pick(materialsByGroup[type.group] ?? ["Non-woven fabric, water, glycerin, propylene glycol"])
  );
}
