import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { drawBanner, drawTile } from "./banners.ts";
import { canonicalizeSvg } from "./canonical-svg.ts";
import { drawClothSwatch, cloths, type ClothName } from "./cloths.ts";
import { renderJapaneseText } from "./text-outlines.ts";
import { drawPackshot, type View } from "./packshot.ts";
import { recordedSeeds } from "./recorded-seeds.ts";
// Digests of the reference drawings. See `canonicalizeSvg` for which drawings count as equal.
import recorded from "./recorded.json" with { type: "json" };
import type { Form, Layout, Placed, Seed } from "./seed.ts";

const forms = Object.keys(recorded.forms) as Form[];
const layouts = Object.keys(recorded.layouts) as Layout[];
const views: View[] = ["front", "carton", "texture", "detail"];
const clothNames = Object.keys(cloths) as ClothName[];

function getSeed(index: number): Omit<Seed, "form" | "layout"> {
  return recordedSeeds[index % recordedSeeds.length] ?? recordedSeeds[0];
}

function hashDrawings(drawings: string[]): string {
  const sha256 = createHash("sha256");
  for (const drawing of drawings) sha256.update(canonicalizeSvg(drawing));
  return sha256.digest("hex").slice(0, 16);
}

const placedPacks: Placed[] = [0, 1, 2].map((index) => ({
  seed: { form: forms[index * 7] ?? "bottle", layout: "minimal", ...getSeed(index) },
  x: 0.55 + index * 0.15,
  base: 0.9,
  scale: 0.7,
}));

describe("packshot drawings", () => {
  it.each(forms)("draws every label and view of a %s", (form) => {
    const front = layouts.map((layout, index) => drawPackshot({ form, layout, ...getSeed(index) }));
    const others = views.flatMap((view) =>
      recordedSeeds.map((seed, index) => drawPackshot({ form, layout: layouts[index] ?? "side", ...seed }, { view })),
    );
    expect(hashDrawings([...front, ...others])).toBe(recorded.forms[form]);
  });

  it.each(layouts)("prints the label %s with every seed", (layout) => {
    expect(hashDrawings(recordedSeeds.map((seed) => drawPackshot({ form: "box", layout, ...seed })))).toBe(
      recorded.layouts[layout],
    );
  });

  it("draws tiles, banners and swatches for every cloth", () => {
    expect(hashDrawings(clothNames.map((name) => drawTile({ cloth: name, items: placedPacks })))).toBe(recorded.tiles);
    expect(
      hashDrawings(
        clothNames.flatMap((name) =>
          (["right", "bottom"] as const).flatMap((focus) =>
            [false, true].map((dark) => drawBanner({ cloth: name, items: placedPacks, focus, dark })),
          ),
        ),
      ),
    ).toBe(recorded.banners);
    expect(hashDrawings(clothNames.map((name) => drawClothSwatch(name)))).toBe(recorded.swatches);
  });

  it("sets Japanese text in lines and columns", () => {
    const texts = ["風呂敷", "シャンプー", "150mL"];
    expect(
      hashDrawings(
        texts.flatMap((text) =>
          (["m", "g", "b"] as const).flatMap((face) =>
            [false, true].map((vertical) => renderJapaneseText(text, { face, vertical, size: 30, tracking: 2 })),
          ),
        ),
      ),
    ).toBe(recorded.texts);
  });
});

describe("a picture", () => {
  const seed: Seed = { form: "bottle", layout: "tategaki", ...getSeed(0) };

  it("is deterministic", () => {
    expect(drawPackshot(seed)).toBe(drawPackshot({ ...seed }));
  });

  it("varies the shape by key", () => {
    const outlines = ["a", "b", "c", "d", "e", "f", "g"].map(
      (key) => /clipPath.*?d="(.*?)"/.exec(drawPackshot({ ...seed, key }))?.[1],
    );
    expect(new Set(outlines).size).toBeGreaterThan(1);
  });

  it("uses the shade of the content for the pack and the smear", () => {
    const [red, plum] = ["#C8102E", "#B5667B"].map((shade) => drawPackshot({ ...seed, shade }));
    expect(red).toContain("#C8102E");
    expect(red).not.toBe(plum);
    expect(drawPackshot({ ...seed, shade: "#C8102E" }, { view: "texture" })).toContain("#C8102E");
  });

  it("has ids that are unique on a page with several pictures", () => {
    const listIds = (svg: string) => [...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
    const frontIds = listIds(drawPackshot(seed));
    const cartonIds = listIds(drawPackshot(seed, { view: "carton" }));
    expect(frontIds.length).toBeGreaterThan(0);
    expect(new Set([...frontIds, ...cartonIds]).size).toBe(frontIds.length + cartonIds.length);
  });

  it("escapes the title in its attribute", () => {
    const svg = drawPackshot({ ...seed, title: 'Лосьон "Роса" & <b>' });
    expect(svg).toContain('role="img" aria-label="Лосьон &quot;Роса&quot; &amp; &lt;b&gt;"');
    expect(drawPackshot(seed)).toContain('aria-hidden="true"');
  });

  it("has a transparent background without a ground", () => {
    expect(drawPackshot(seed, { ground: false })).not.toContain('width="800" height="1000" fill=');
  });

  it("limits filter regions to the blurred shape", () => {
    const regions = [...drawPackshot(seed).matchAll(/<filter [^>]*width="(\d+)" height="(\d+)"/g)];
    expect(regions.length).toBeGreaterThan(2);
    for (const [, width, height] of regions) expect(Number(width) * Number(height)).toBeLessThan(0.15 * 800 * 1000);
  });
});
