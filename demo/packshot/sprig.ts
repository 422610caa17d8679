import { type Canvas, pathData, wrapInTransform, round, wrapInGroup } from "./canvas.ts";

/** Draws a twig in line art with its base at `x`, `y`. With `flower` it has fewer leaves and a five-petaled blossom. */
export function drawSprig(
  canvas: Canvas,
  { x, y, height, color, flower }: { x: number; y: number; height: number; color: string; flower: boolean },
): string {
  const tint = 0.16;
  const lean = (canvas.random() - 0.5) * height * 0.25;
  const leaves = flower ? 4 : 6;
  let markup = canvas.path(
    pathData`M${round(x)} ${round(y)}Q${round(x + lean * 0.2)} ${round(y - height * 0.5)} ${round(x + lean)} ${round(y - height)}`,
    {},
  );
  for (let i = 1; i <= leaves; i++) {
    const t = i / (leaves + 0.4);
    const px = x + lean * 0.4 * t * (1 - t) * 2 + lean * t * t;
    const py = y - height * t;
    const length = height * (flower ? 0.34 : 0.26) * (1.15 - t * 0.55);
    const angle = (i % 2 ? -38 : 218) + (canvas.random() - 0.5) * 16;
    markup += wrapInTransform(
      `translate(${round(px)} ${round(py)}) rotate(${round(angle)})`,
      canvas.path(buildLeafPath(length), { fill: color, fillOpacity: tint }) +
        canvas.path(`M0 0H${round(length * 0.8)}`, {}),
    );
  }
  const tip = `translate(${round(x + lean)} ${round(y - height)})`;
  if (flower) {
    for (const angle of [0, 72, 144, 216, 288])
      markup += canvas.path(buildPetalPath(height), {
        fill: color,
        fillOpacity: tint * 1.6,
        transform: `${tip} rotate(${angle})`,
      });
    markup += canvas.circle(round(x + lean), round(y - height), round(height * 0.03), { fill: color });
  } else
    markup += wrapInTransform(
      `${tip} rotate(-80)`,
      canvas.path(buildBudPath(height), { fill: color, fillOpacity: tint }),
    );
  return wrapInGroup(
    { fill: "none", stroke: color, strokeWidth: round(Math.max(1.3, height * 0.011)), roundEnds: true },
    markup,
  );
}

function buildLeafPath(l: number): string {
  return pathData`M0 0C${round(l * 0.3)} ${round(-l * 0.3)} ${round(l * 0.75)} ${round(-l * 0.25)} ${round(l)} 0
    C${round(l * 0.75)} ${round(l * 0.22)} ${round(l * 0.3)} ${round(l * 0.22)} 0 0Z`;
}

function buildPetalPath(h: number): string {
  return pathData`M0 0C${round(h * 0.09)} ${round(-h * 0.06)} ${round(h * 0.09)} ${round(-h * 0.15)} 0 ${round(-h * 0.16)}
    C${round(-h * 0.09)} ${round(-h * 0.15)} ${round(-h * 0.09)} ${round(-h * 0.06)} 0 0Z`;
}

function buildBudPath(h: number): string {
  return pathData`M0 0C${round(h * 0.07)} ${round(-h * 0.07)} ${round(h * 0.16)} ${round(-h * 0.05)} ${round(h * 0.2)} 0
    C${round(h * 0.16)} ${round(h * 0.05)} ${round(h * 0.07)} ${round(h * 0.05)} 0 0Z`;
}
