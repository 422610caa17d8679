import { Canvas, round, wrapInTransform } from "./canvas.ts";
import { cloths, type ClothName } from "./cloths.ts";
import { mixColors } from "./colors.ts";
import { drawPack } from "./forms.ts";
import { CENTER_X, FLOOR_Y, lightStop, shadeStop } from "./lighting.ts";
import { HEIGHT, WIDTH } from "./scene.ts";
import { completeSeed, type Seed } from "./seed.ts";
import { createPatternFill } from "./wagara.ts";

/** How a customer has photographed a pack: on which cloth, turned by how many degrees, in which light. */
export type Setting = { cloth: ClothName; turn: number; scale: number; light: "day" | "lamp" };

/** Returns the picture of a pack that lies on a cloth, seen from above, as SVG of 800 x 1000. */
export function drawReviewPhoto(seed: Partial<Seed>, { cloth: clothName, turn, scale, light }: Setting): string {
  const fullSeed = completeSeed(seed);
  const canvas = new Canvas({ ...fullSeed, clothName, turn, scale, light, view: "review" });
  const cloth = cloths[clothName];
  const pattern = createPatternFill(canvas, cloth.wagara, {
    color: mixColors(cloth.mid, cloth.deep, 0.55),
    size: 84,
    width: 2,
    opacity: 0.55,
  });
  const shape = drawPack(canvas, fullSeed);
  const place = `translate(${WIDTH / 2} ${HEIGHT / 2}) rotate(${turn}) scale(${scale}) translate(${-CENTER_X} ${round(shape.height / 2 - FLOOR_Y)})`;
  const shadow = canvas.rect(
    round(CENTER_X - shape.width / 2),
    round(FLOOR_Y - shape.height),
    round(shape.width),
    round(shape.height),
    { rx: 24, fill: "#1d2a2b", opacity: 0.34, transform: "translate(16 20)", blur: 18 },
  );
  const tint = light === "day" ? mixColors("#ffffff", "#BFD8EE", 0.6) : "#F2B766";
  return canvas.picture(
    WIDTH,
    HEIGHT,
    canvas.rect(0, 0, WIDTH, HEIGHT, { fill: cloth.mid }) +
      canvas.rect(0, 0, WIDTH, HEIGHT, { fill: pattern }) +
      wrapInTransform(place, shadow + shape.svg) +
      canvas.rect(0, 0, WIDTH, HEIGHT, { fill: tint, opacity: light === "day" ? 0.08 : 0.14 }) +
      canvas.rect(0, 0, WIDTH, HEIGHT, {
        fill: canvas.radial([lightStop(0, 0.16), lightStop(0.5, 0), shadeStop(1, 0.34)], 0.35, 0.3, 0.85),
      }),
  );
}
