import { Canvas, wrapInClip, pathData, type Direction, TOP_TO_BOTTOM, wrapInTransform, round } from "./canvas.ts";
import { type ClothName, type Cloth, cloths } from "./cloths.ts";
import { mixColors } from "./colors.ts";
import { drawPack } from "./forms.ts";
import { lightStop, shadeStop, colorStop } from "./lighting.ts";
import { completeSeed, type Placed } from "./seed.ts";
import { drawOnFloor } from "./scene.ts";
import { createPatternFill, type Wagara } from "./wagara.ts";

type SceneOptions = {
  cloth?: ClothName;
  items?: readonly Placed[];
  width?: number;
  height?: number;
  /** Distinguishes pictures that are otherwise the same. */
  key?: string;
};

type Point = readonly [number, number];

/** A folded piece of cloth. */
type Fold = {
  corners: readonly Point[];
  color: string;
  weave?: { wagara: Wagara; color: string; size: number; width: number; opacity: number };
  /** Rotation of the weave in degrees. */
  turn?: number;
  /** Strength of light at the near edge and of shade at the far edge, 0 to 1. */
  light?: readonly [number, number];
  direction?: Direction;
  shadow: number;
};

/** Draws a category tile as SVG, by default 640 x 480, with the given packs. */
export function drawTile(options: SceneOptions = {}): string {
  const { cloth: name = "sakura", items = [], width: w = 640, height: h = 480, key = "t" } = options;
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
    color: cloth.mid,
    weave: {
      wagara: cloth.wagara,
      color: mixColors(cloth.mid, cloth.deep, 0.55),
      size: Math.max(24, w * 0.06),
      width: 1.6,
      opacity: 0.55,
    },
    light: [0.2, 0.05],
    direction: TOP_TO_BOTTOM,
    shadow: 0.1,
  };
  const ground = canvas.linear(
    [colorStop(0, mixColors(cloth.bg, "#ffffff", 0.3)), colorStop(1, cloth.bg)],
    TOP_TO_BOTTOM,
  );
  return canvas.picture(
    w,
    h,
    canvas.rect(0, 0, w, h, { fill: ground }) + drawFold(canvas, table) + drawPlacedPacks(canvas, items, w, h),
    { slice: true },
  );
}

/**
 * Draws a banner as SVG, by default 1440 x 520: planes of cloth with packs on them.
 * `focus` is the side of the packs; the rest is left free for text.
 */
export function drawBanner(options: SceneOptions & { focus?: "right" | "bottom"; dark?: boolean } = {}): string {
  const { cloth: name = "tokiwa", items = [], width: w = 1440, height: h = 520, key = "b" } = options;
  const { focus = "right", dark = false } = options;
  const canvas = new Canvas({ cloth: name, items, w, h, key, focus, variant: 0 });
  const cloth: Cloth = cloths[name];
  const planes = focus === "right" ? buildRightPlanes(cloth, dark, w, h) : buildBottomPlanes(cloth, dark, w, h);
  const [back, patterned, front] = planes;
  const glow = canvas.radial([lightStop(0, dark ? 0.16 : 0.55), lightStop(1, 0)]);
  return canvas.picture(
    w,
    h,
    canvas.rect(0, 0, w, h, { fill: dark ? cloth.deep : cloth.bg }) +
      drawFold(canvas, back) +
      drawFold(canvas, patterned) +
      (focus === "right"
        ? canvas.ellipse(w * 0.72, h * 0.42, w * 0.24, h * 0.6, { fill: glow })
        : canvas.ellipse(w * 0.5, h * 0.6, w * 0.5, h * 0.34, { fill: glow })) +
      drawFold(canvas, front) +
      drawPlacedPacks(canvas, items, w, h),
    { slice: true },
  );
}

type Planes = readonly [back: Fold, patterned: Fold, front: Fold];

function buildRightPlanes(cloth: Cloth, dark: boolean, w: number, h: number): Planes {
  return [
    {
      corners: [
        [w * 0.4, h],
        [w * 0.74, -10],
        [w + 10, -10],
        [w + 10, h],
      ],
      color: getPlaneColor(cloth, dark, -0.12),
      light: [0.1, 0.1],
      shadow: 0.16,
    },
    {
      corners: [
        [w * 0.58, h + 10],
        [w + 10, h * 0.18],
        [w + 10, h + 10],
      ],
      ...buildPatternedPlane(cloth, dark, 62),
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
      color: getPlaneColor(cloth, dark, dark ? 0.1 : 0.35),
      light: [0.18, 0.1],
      direction: TOP_TO_BOTTOM,
      shadow: 0.14,
    },
  ];
}

function buildBottomPlanes(cloth: Cloth, dark: boolean, w: number, h: number): Planes {
  return [
    {
      corners: [
        [-10, h * 0.72],
        [w + 10, h * 0.36],
        [w + 10, h + 10],
        [-10, h + 10],
      ],
      color: getPlaneColor(cloth, dark, -0.12),
      light: [0.1, 0.1],
      shadow: 0.16,
    },
    {
      corners: [
        [w * 0.1, h + 10],
        [w + 10, h * 0.58],
        [w + 10, h + 10],
      ],
      ...buildPatternedPlane(cloth, dark, 54),
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
      color: getPlaneColor(cloth, dark, dark ? 0.1 : 0.35),
      light: [0.18, 0.1],
      direction: TOP_TO_BOTTOM,
      shadow: 0.14,
    },
  ];
}

/** Returns the background color of the banner, made lighter (`tone` above 0) or darker. */
function getPlaneColor(cloth: Cloth, dark: boolean, tone: number): string {
  if (dark) return mixColors(cloth.deep, tone > 0 ? "#ffffff" : "#000000", Math.abs(tone));
  return tone > 0 ? mixColors(cloth.bg, "#ffffff", tone) : mixColors(cloth.bg, cloth.mid, -tone * 2.4);
}

function buildPatternedPlane(cloth: Cloth, dark: boolean, size: number): Pick<Fold, "color" | "weave" | "turn"> {
  const color = dark ? mixColors(cloth.deep, "#ffffff", 0.55) : mixColors(cloth.mid, cloth.deep, 0.5);
  return {
    color: dark ? mixColors(cloth.deep, "#000000", 0.2) : cloth.mid,
    weave: { wagara: cloth.wagara, color, size, width: 1.8, opacity: dark ? 0.42 : 0.6 },
    turn: -24,
  };
}

function drawFold(canvas: Canvas, fold: Fold): string {
  const { corners, color, weave, turn = 0, direction = [0, 0, 1, 1] } = fold;
  const [near, far] = fold.light ?? [0.14, 0.16];
  const outline = pathData`M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
  return (
    canvas.path(outline, { fill: "#0f1a18", opacity: fold.shadow, transform: "translate(-4 8)", blur: 14 }) +
    canvas.path(outline, { fill: color }) +
    (weave
      ? wrapInClip(
          canvas.clip(outline),
          wrapInTransform(
            `rotate(${turn})`,
            canvas.rect(-2000, -2000, 6000, 6000, { fill: createPatternFill(canvas, weave.wagara, weave) }),
          ),
        )
      : "") +
    canvas.path(outline, { fill: canvas.linear([lightStop(0, near), lightStop(0.5, 0), shadeStop(1, far)], direction) })
  );
}

function drawPlacedPacks(canvas: Canvas, items: readonly Placed[], w: number, h: number): string {
  return items
    .map(({ seed, x, base, scale }) =>
      drawOnFloor(canvas, drawPack(canvas, completeSeed(seed)), { x: x * w, y: base * h, scale: (scale * h) / 1000 }),
    )
    .join("");
}
