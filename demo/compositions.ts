import templates from "./data/compositions.json" with { type: "json" };
import type { Product } from "./product.ts";
import { type Dice, dice } from "./random.ts";
import { type Active, activesFor, allActives } from "./tables.ts";

const byTemplate = templates as Record<string, string>;

const materials: Record<string, string[]> = {
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
const byType: Record<string, string> = {
  sticks: "Natural wood, lacquer",
  towel: "Cotton 100 %",
  bowl: "Porcelain clay, glaze",
  knife: "Stainless steel, laminated bamboo",
  mug: "Stainless steel, polypropylene, silicone",
  cotton: "Cotton 100 %",
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

/** The label's list of ingredients, in the international names: the chosen active among them, in order of share. */
export function compositionOf(seed: number, product: Product): string {
  const { type, active } = product.parts;
  const by = dice(seed, "composition", product.id);
  const template = byTemplate[type.composition];
  if (!template) return materialOf(product, by);
  const first = active ?? null;
  const others = activesFor(type).filter((one) => one !== first && one.inci !== "-");
  const second = by.pick<Active | null>(others.length > 0 ? others : [null]);
  const plants = by.draw(plantsFor(product), 3).filter((one) => one !== first && one !== second);
  const filled = template.replaceAll(/\{([AX])(\d)\}/g, (_, kind: string, number: string) =>
    kind === "A" ? inciOf(number === "1" ? first : second) : inciOf(plants[Number(number) - 1] ?? null),
  );
  const list = adjusted(filled.replace(/^ 60 %/, "Chicken and fish 60 %"), product);
  const quasiDrug = first && first.inci !== "-" && ["face", "oral", "hair"].includes(type.group) && by.chance(0.12);
  return quasiDrug ? `Active: ${first.inci}. Other: ${list.replace(`${first.inci}, `, "")}` : list;
}

function inciOf(active: Active | null): string {
  if (!active) return "";
  return active.inci === "-" ? capitalisedWord(active.en.replace(/^with /, "")) : active.inci;
}

/** Extracts and oils that such goods may hold. */
function plantsFor({ parts: { type } }: Product): Active[] {
  const wanted =
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
  return allActives.filter((one) => one.groups.includes(wanted) && /Extract|Oil|Water/.test(one.inci));
}

/** What the name and the tags promise holds in the list too. */
function adjusted(list: string, { tagSlugs, parts: { type, audience } }: Product): string {
  let parts = list.split(", ").filter((part) => part.trim() !== "");
  const swap = (from: string, to: string) => {
    parts = parts.map((part) => (part === from ? to : part));
  };
  if (type.hazard === "none") parts = parts.filter((part) => part !== "Alcohol");
  if (tagSlugs.includes("bez-sulfatov")) swap("Sodium Laureth Sulfate", "Sodium Cocoyl Methyl Taurate");
  if (tagSlugs.includes("bez-parabenov") || type.group === "baby") swap("Methylparaben", "Phenoxyethanol");
  if (tagSlugs.includes("bez-otdushek") || audience?.ru === "для чувствительной кожи")
    parts = parts.filter((part) => part !== "Fragrance" && part !== "Flavor");
  return [...new Set(parts)].join(", ");
}

function materialOf({ parts: { type } }: Product, by: Dice): string {
  if (type.composition === "set") return "Each product of the set carries its own list on its pack.";
  return byType[type.id] ?? by.pick(materials[type.group] ?? ["Non-woven fabric, water, glycerin, propylene glycol"]);
}

function capitalisedWord(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
