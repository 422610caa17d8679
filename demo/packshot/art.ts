import { Canvas, clipped, d, type Direction, DOWN, moved, round } from "./canvas.ts";
import { type ClothName, type Cloth, cloths } from "./cloths.ts";
import { mix } from "./colours.ts";
import { drawn } from "./forms.ts";
import { light, shade, stop } from "./light.ts";
import { filled, type Placed } from "./seed.ts";
import { standing } from "./studio.ts";
import { wagaraFill, type Wagara } from "./wagara.ts";

type Art = {
  cloth?: ClothName;
  items?: readonly Placed[];
  width?: number;
  height?: number;
  /** Tells pictures apart that are otherwise the same. */
  key?: string;
};

type Point = readonly [number, number];

/** A folded piece of cloth. */
type Fold = {
  corners: readonly Point[];
  colour: string;
  weave?: { wagara: Wagara; colour: string; size: number; width: number; opacity: number };
  /** Degrees by which the weave is turned. */
  turn?: number;
  /** How much the near edge is lit and the far edge shaded. */
  light?: readonly [number, number];
  direction?: Direction;
  shadow: number;
};

/** The picture of a category tile as SVG, 640 x 480 if not told otherwise; what is on it stands at the given places. */
export function tileArt(art: Art = {}): string {
  const { cloth: name = "sakura", items = [], width: w = 640, height: h = 480, key = "t" } = art;
  const canvas = new Canvas({ cloth: name, items, w, h, key });
  const cloth: Cloth = cloths[name];
  const table: Fold = {
    corners: [
      [0, h],
      [0, h * 0.86],
      [w * 0.46, h * 0.74],
      [w, h * 0.88],
      [w, h],
    ],
    colour: cloth.mid,
    weave: {
      wagara: cloth.wagara,
      colour: mix(cloth.mid, cloth.deep, 0.55),
      size: Math.max(24, w * 0.06),
      width: 1.6,
      opacity: 0.55,
    },
    light: [0.2, 0.05],
    direction: DOWN,
    shadow: 0.1,
  };
  const ground = canvas.linear([stop(0, mix(cloth.bg, "#ffffff", 0.3)), stop(1, cloth.bg)], DOWN);
  return canvas.picture(
    w,
    h,
    canvas.rect(0, 0, w, h, { fill: ground }) + folded(canvas, table) + placed(canvas, items, w, h),
    { slice: true },
  );
}

/**
 * The picture of a banner as SVG, 1440 x 520 if not told otherwise: planes of cloth, packs standing on them.
 * `focus` is the side where the packs are; the rest stays empty for the words.
 */
export function bannerArt(art: Art & { focus?: "right" | "bottom"; dark?: boolean } = {}): string {
  const { cloth: name = "tokiwa", items = [], width: w = 1440, height: h = 520, key = "b" } = art;
  const { focus = "right", dark = false } = art;
  const canvas = new Canvas({ cloth: name, items, w, h, key, focus, variant: 0 });
  const cloth: Cloth = cloths[name];
  const planes = focus === "right" ? rightPlanes(cloth, dark, w, h) : lowerPlanes(cloth, dark, w, h);
  const [back, patterned, front] = planes;
  const glow = canvas.radial([light(0, dark ? 0.16 : 0.55), light(1, 0)]);
  return canvas.picture(
    w,
    h,
    canvas.rect(0, 0, w, h, { fill: dark ? cloth.deep : cloth.bg }) +
      folded(canvas, back) +
      folded(canvas, patterned) +
      (focus === "right"
        ? canvas.ellipse(w * 0.72, h * 0.42, w * 0.24, h * 0.6, { fill: glow })
        : canvas.ellipse(w * 0.5, h * 0.6, w * 0.5, h * 0.34, { fill: glow })) +
      folded(canvas, front) +
      placed(canvas, items, w, h),
    { slice: true },
  );
}

type Planes = readonly [back: Fold, patterned: Fold, front: Fold];

function rightPlanes(cloth: Cloth, dark: boolean, w: number, h: number): Planes {
  return [
    {
      corners: [
        [w * 0.4, h],
        [w * 0.74, -10],
        [w + 10, -10],
        [w + 10, h],
      ],
      colour: toned(cloth, dark, -0.12),
      light: [0.1, 0.1],
      shadow: 0.16,
    },
    {
      corners: [
        [w * 0.58, h + 10],
        [w + 10, h * 0.18],
        [w + 10, h + 10],
      ],
      ...patterned(cloth, dark, 62),
      light: [0.12, 0.14],
      shadow: 0.22,
    },
    {
      corners: [
        [w * 0.46, h + 10],
        [w * 0.52, h * 0.86],
        [w * 0.96, h * 0.8],
        [w + 10, h * 0.9],
        [w + 10, h + 10],
      ],
      colour: toned(cloth, dark, dark ? 0.1 : 0.35),
      light: [0.18, 0.1],
      direction: DOWN,
      shadow: 0.14,
    },
  ];
}

function lowerPlanes(cloth: Cloth, dark: boolean, w: number, h: number): Planes {
  return [
    {
      corners: [
        [-10, h * 0.72],
        [w + 10, h * 0.36],
        [w + 10, h + 10],
        [-10, h + 10],
      ],
      colour: toned(cloth, dark, -0.12),
      light: [0.1, 0.1],
      shadow: 0.16,
    },
    {
      corners: [
        [w * 0.1, h + 10],
        [w + 10, h * 0.58],
        [w + 10, h + 10],
      ],
      ...patterned(cloth, dark, 54),
      shadow: 0.2,
    },
    {
      corners: [
        [-10, h + 10],
        [-10, h * 0.93],
        [w * 0.5, h * 0.885],
        [w + 10, h * 0.93],
        [w + 10, h + 10],
      ],
      colour: toned(cloth, dark, dark ? 0.1 : 0.35),
      light: [0.18, 0.1],
      direction: DOWN,
      shadow: 0.14,
    },
  ];
}

/** The banner's ground, lighter (above 0) or darker. */
function toned(cloth: Cloth, dark: boolean, tone: number): string {
  if (dark) return mix(cloth.deep, tone > 0 ? "#ffffff" : "#000000", Math.abs(tone));
  return tone > 0 ? mix(cloth.bg, "#ffffff", tone) : mix(cloth.bg, cloth.mid, -tone * 2.4);
}

function patterned(cloth: Cloth, dark: boolean, size: number): Pick<Fold, "colour" | "weave" | "turn"> {
  const colour = dark ? mix(cloth.deep, "#ffffff", 0.55) : mix(cloth.mid, cloth.deep, 0.5);
  return {
    colour: dark ? mix(cloth.deep, "#000000", 0.2) : cloth.mid,
    weave: { wagara: cloth.wagara, colour, size, width: 1.8, opacity: dark ? 0.42 : 0.6 },
    turn: -24,
  };
}

function folded(canvas: Canvas, fold: Fold): string {
  const { corners, colour, weave, turn = 0, direction = [0, 0, 1, 1] } = fold;
  const [near, far] = fold.light ?? [0.14, 0.16];
  const outline = d`M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
  return (
    canvas.path(outline, { fill: "#0f1a18", opacity: fold.shadow, transform: "translate(-4 8)", blur: 14 }) +
    canvas.path(outline, { fill: colour }) +
    (weave
      ? clipped(
          canvas.clip(outline),
          moved(
            `rotate(${turn})`,
            canvas.rect(-2000, -2000, 6000, 6000, { fill: wagaraFill(canvas, weave.wagara, weave) }),
          ),
        )
      : "") +
    canvas.path(outline, { fill: canvas.linear([light(0, near), light(0.5, 0), shade(1, far)], direction) })
  );
}

function placed(canvas: Canvas, items: readonly Placed[], w: number, h: number): string {
  return items
    .map(({ seed, x, base, scale }) =>
      standing(canvas, drawn(canvas, filled(seed)), { x: x * w, y: base * h, scale: (scale * h) / 1000 }),
    )
    .join("");
}
