import { type Canvas, wrapInClip, pathData, type Direction, wrapInTransform, type Stop } from "./canvas.ts";
import { cloths } from "./cloths.ts";
import { getLuminance, mixColors } from "./colors.ts";
import { creaseStroke, blackPaint, lightStop, shadeStop } from "./lighting.ts";
import type { Palette } from "./palettes.ts";
import type { FullSeed } from "./seed.ts";
import type { Shape } from "./shape.ts";
import { createPatternFill } from "./wagara.ts";

/** A fold of the tied cloth. */
type Fold = {
  outline: string;
  /** Above 0 lighter than the cloth, below 0 darker. */
  tone: number;
  /** Rotation of the weave in degrees. */
  turn: number;
  light: readonly Stop[];
  direction?: Direction;
  shadow?: { opacity: number; x: number; y: number; blur: number };
};

const body: Fold = {
  outline: pathData`M176 806C168 720 190 640 214 598C240 566 320 548 400 546C480 548 560 566 586 598C610 640 632 720 624 806
    Q622 852 584 856Q400 870 216 856Q178 852 176 806Z`,
  tone: 0,
  turn: 0,
  light: [
    shadeStop(0, 0.3),
    shadeStop(0.12, 0.06),
    lightStop(0.32, 0.16),
    shadeStop(0.6, 0.02),
    shadeStop(0.9, 0.22),
    shadeStop(1, 0.36),
  ],
};
const right: Fold = {
  outline: "M594 606C560 580 470 560 404 512C400 540 404 566 420 588C490 640 566 706 626 800C632 730 616 650 594 606Z",
  tone: -0.07,
  turn: 38,
  light: [shadeStop(0, 0.18), lightStop(0.4, 0.06), shadeStop(1, 0.22)],
  direction: [0, 0, 1, 0.4],
  shadow: { opacity: 0.28, x: -4, y: 12, blur: 10 },
};
const left: Fold = {
  outline: "M206 606C240 580 330 560 396 512C402 540 398 570 380 594C320 640 240 716 174 806C168 730 184 650 206 606Z",
  tone: 0.06,
  turn: -38,
  light: [lightStop(0, 0.2), lightStop(0.5, 0.04), shadeStop(1, 0.26)],
  direction: [0, 0.3, 1, 0],
  shadow: { opacity: 0.3, x: 4, y: 14, blur: 10 },
};
const rightEar: Fold = {
  outline: "M408 500C450 462 514 440 566 372C580 352 596 318 584 302C540 312 462 360 428 420C412 450 404 478 400 496Z",
  tone: -0.1,
  turn: -24,
  light: [shadeStop(0, 0.34), lightStop(0.4, 0.1), shadeStop(1, 0.12)],
  direction: [0, 1, 1, 0],
};
const leftEar: Fold = {
  outline: "M392 500C350 470 286 452 232 398C214 380 190 350 196 330C240 330 330 372 372 430C390 456 398 480 402 496Z",
  tone: 0.04,
  turn: 30,
  light: [lightStop(0, 0.16), lightStop(0.55, 0.04), shadeStop(1, 0.32)],
  direction: [0, 0, 1, 1],
};
const knot: Fold = {
  outline: "M356 500C352 468 380 452 402 452C430 452 450 470 446 502C444 534 424 552 400 552C374 552 358 532 356 500Z",
  tone: 0.05,
  turn: 60,
  light: [lightStop(0, 0.28), lightStop(0.5, 0), shadeStop(1, 0.34)],
  shadow: { opacity: 0.35, x: 3, y: 9, blur: 8 },
};

/** Draws a gift wrapped in cloth, in the colors of the palette and the pattern of the seed's cloth. */
export function bundle(canvas: Canvas, seed: FullSeed, palette: Palette): Shape {
  const color = mixColors(
    palette.body,
    getLuminance(palette.body) < 0.3 ? "#ffffff" : "#000000",
    getLuminance(palette.body) < 0.3 ? 0.72 : 0.3,
  );
  const weave = createPatternFill(canvas, cloths[seed.cloth].wagara, { color, size: 58, width: 2, opacity: 0.5 });
  const drawFold = (fold: Fold) => {
    const { outline, tone, shadow } = fold;
    const light = fold === knot ? canvas.radial(fold.light, 0.36, 0.3, 0.8) : canvas.linear(fold.light, fold.direction);
    return (
      (shadow
        ? canvas.path(outline, {
            ...blackPaint(shadow.opacity),
            transform: `translate(${shadow.x} ${shadow.y})`,
            blur: shadow.blur,
          })
        : "") +
      canvas.path(outline, { fill: mixColors(palette.body, tone > 0 ? "#ffffff" : "#000000", Math.abs(tone)) }) +
      wrapInClip(
        canvas.clip(outline),
        wrapInTransform(`rotate(${fold.turn} 400 600)`, canvas.rect(-100, 0, 1000, 1100, { fill: weave })),
      ) +
      canvas.path(outline, { fill: light })
    );
  };
  return {
    width: 470,
    height: 500,
    svg:
      drawFold(body) +
      canvas.path("M300 856C330 760 372 680 398 592C424 680 470 760 500 856", creaseStroke(0.2, 16, 9)) +
      drawFold(right) +
      drawFold(left) +
      canvas.path(
        pathData`M214 612C270 600 340 572 384 536M226 650C290 612 350 590 386 556
          M586 612C530 600 460 572 416 536M574 648C510 612 452 590 414 556`,
        creaseStroke(0.22, 6, 3.5),
      ) +
      drawFold(rightEar) +
      canvas.path("M412 486C450 440 510 404 570 330M420 492C470 456 520 430 560 376", creaseStroke(0.24, 5, 3)) +
      drawFold(leftEar) +
      canvas.path("M390 488C340 440 270 400 206 340M384 496C330 468 280 444 240 404", creaseStroke(0.22, 5, 3)) +
      drawFold(knot) +
      canvas.path(
        pathData`M372 478C384 500 388 524 384 544M392 462C404 490 408 524 402 548
          M420 462C428 488 428 516 420 542`,
        creaseStroke(0.2, 5, 2.5),
      ),
  };
}
