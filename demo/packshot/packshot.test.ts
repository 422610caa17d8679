import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bannerArt, tileArt } from "./art.ts";
import { canonical } from "./canonical.ts";
import { clothSwatch, cloths, type ClothName } from "./cloths.ts";
import { jpText } from "./lettering.ts";
import { packshot, type View } from "./packshot.ts";
import { recordedSeeds } from "./recorded-seeds.ts";
// What the design's own generator drew, recorded once: see `canonical` for what counts as the same drawing.
import recorded from "./recorded.json" with { type: "json" };
import type { Form, Layout, Placed, Seed } from "./seed.ts";

const forms = Object.keys(recorded.forms) as Form[];
const layouts = Object.keys(recorded.layouts) as Layout[];
const views: View[] = ["front", "carton", "texture", "detail"];
const cloth = Object.keys(cloths) as ClothName[];

function dressed(index: number): Omit<Seed, "form" | "layout"> {
  return recordedSeeds[index % recordedSeeds.length] ?? recordedSeeds[0];
}

function digest(drawings: string[]): string {
  const hash = createHash("sha256");
  for (const drawing of drawings) hash.update(canonical(drawing));
  return hash.digest("hex").slice(0, 16);
}

const party: Placed[] = [0, 1, 2].map((index) => ({
  seed: { form: forms[index * 7] ?? "bottle", layout: "minimal", ...dressed(index) },
  x: 0.55 + index * 0.15,
  base: 0.9,
  scale: 0.7,
}));

describe("the design's pictures", () => {
  it.each(forms)("draws every label and view of a %s", (form) => {
    const front = layouts.map((layout, index) => packshot({ form, layout, ...dressed(index) }));
    const others = views.flatMap((view) =>
      recordedSeeds.map((seed, index) => packshot({ form, layout: layouts[index] ?? "side", ...seed }, { view })),
    );
    expect(digest([...front, ...others])).toBe(recorded.forms[form]);
  });

  it.each(layouts)("prints the label %s with every seed", (layout) => {
    expect(digest(recordedSeeds.map((seed) => packshot({ form: "box", layout, ...seed })))).toBe(
      recorded.layouts[layout],
    );
  });

  it("draws tiles, banners and swatches of every cloth", () => {
    expect(digest(cloth.map((name) => tileArt({ cloth: name, items: party })))).toBe(recorded.tiles);
    expect(
      digest(
        cloth.flatMap((name) =>
          (["right", "bottom"] as const).flatMap((focus) =>
            [false, true].map((dark) => bannerArt({ cloth: name, items: party, focus, dark })),
          ),
        ),
      ),
    ).toBe(recorded.banners);
    expect(digest(cloth.map((name) => clothSwatch(name)))).toBe(recorded.swatches);
  });

  it("sets Japanese text in lines and columns", () => {
    const texts = ["風呂敷", "シャンプー", "150mL"];
    expect(
      digest(
        texts.flatMap((text) =>
          (["m", "g", "b"] as const).flatMap((face) =>
            [false, true].map((vertical) => jpText(text, { face, vertical, size: 30, tracking: 2 })),
          ),
        ),
      ),
    ).toBe(recorded.texts);
  });
});

describe("a picture", () => {
  const seed: Seed = { form: "bottle", layout: "tategaki", ...dressed(0) };

  it("is the same text every time", () => {
    expect(packshot(seed)).toBe(packshot({ ...seed }));
  });

  it("has a shape of its own for another key", () => {
    const outlines = ["a", "b", "c", "d", "e", "f", "g"].map(
      (key) => /clipPath.*?d="(.*?)"/.exec(packshot({ ...seed, key }))?.[1],
    );
    expect(new Set(outlines).size).toBeGreaterThan(1);
  });

  it("takes on the shade of what is inside, on the pack and in the smear", () => {
    const [red, plum] = ["#C8102E", "#B5667B"].map((shade) => packshot({ ...seed, shade }));
    expect(red).toContain("#C8102E");
    expect(red).not.toBe(plum);
    expect(packshot({ ...seed, shade: "#C8102E" }, { view: "texture" })).toContain("#C8102E");
  });

  it("shares no id with the next picture of a page", () => {
    const ids = (svg: string) => [...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
    const front = ids(packshot(seed));
    const carton = ids(packshot(seed, { view: "carton" }));
    expect(new Set([...front, ...carton]).size).toBe(front.length + carton.length);
  });

  it("keeps what is said inside its attribute", () => {
    const svg = packshot({ ...seed, title: 'Лосьон "Роса" & <b>' });
    expect(svg).toContain('role="img" aria-label="Лосьон &quot;Роса&quot; &amp; &lt;b&gt;"');
    expect(packshot(seed)).toContain('aria-hidden="true"');
  });

  it("stands on nothing without a ground", () => {
    expect(packshot(seed, { ground: false })).not.toContain('width="800" height="1000" fill=');
  });

  it("blurs no more than the shape and what flows over its edge", () => {
    const regions = [...packshot(seed).matchAll(/<filter [^>]*width="(\d+)" height="(\d+)"/g)];
    expect(regions.length).toBeGreaterThan(2);
    for (const [, width, height] of regions) expect(Number(width) * Number(height)).toBeLessThan(0.15 * 800 * 1000);
  });
});
