import { type Canvas, d, moved, round, together } from "./canvas.ts";

/** A twig in line art, its foot at `x`, `y`; `flower`: fewer leaves and a five-petalled blossom on top. */
export function sprig(
  canvas: Canvas,
  { x, y, height, colour, flower }: { x: number; y: number; height: number; colour: string; flower: boolean },
): string {
  const tint = 0.16;
  const lean = (canvas.random() - 0.5) * height * 0.25;
  const leaves = flower ? 4 : 6;
  let out = canvas.path(
    d`M${round(x)} ${round(y)}Q${round(x + lean * 0.2)} ${round(y - height * 0.5)} ${round(x + lean)} ${round(y - height)}`,
    {},
  );
  for (let i = 1; i <= leaves; i++) {
    const t = i / (leaves + 0.4);
    const px = x + lean * 0.4 * t * (1 - t) * 2 + lean * t * t;
    const py = y - height * t;
    const length = height * (flower ? 0.34 : 0.26) * (1.15 - t * 0.55);
    const angle = (i % 2 ? -38 : 218) + (canvas.random() - 0.5) * 16;
    out += moved(
      `translate(${round(px)} ${round(py)}) rotate(${round(angle)})`,
      canvas.path(leaf(length), { fill: colour, fillOpacity: tint }) + canvas.path(`M0 0H${round(length * 0.8)}`, {}),
    );
  }
  const tip = `translate(${round(x + lean)} ${round(y - height)})`;
  if (flower) {
    for (const angle of [0, 72, 144, 216, 288])
      out += canvas.path(petal(height), {
        fill: colour,
        fillOpacity: tint * 1.6,
        transform: `${tip} rotate(${angle})`,
      });
    out += canvas.circle(round(x + lean), round(y - height), round(height * 0.03), { fill: colour });
  } else out += moved(`${tip} rotate(-80)`, canvas.path(bud(height), { fill: colour, fillOpacity: tint }));
  return together(
    { fill: "none", stroke: colour, strokeWidth: round(Math.max(1.3, height * 0.011)), roundEnds: true },
    out,
  );
}

function leaf(l: number): string {
  return d`M0 0C${round(l * 0.3)} ${round(-l * 0.3)} ${round(l * 0.75)} ${round(-l * 0.25)} ${round(l)} 0
    C${round(l * 0.75)} ${round(l * 0.22)} ${round(l * 0.3)} ${round(l * 0.22)} 0 0Z`;
}

function petal(h: number): string {
  return d`M0 0C${round(h * 0.09)} ${round(-h * 0.06)} ${round(h * 0.09)} ${round(-h * 0.15)} 0 ${round(-h * 0.16)}
    C${round(-h * 0.09)} ${round(-h * 0.15)} ${round(-h * 0.09)} ${round(-h * 0.06)} 0 0Z`;
}

function bud(h: number): string {
  return d`M0 0C${round(h * 0.07)} ${round(-h * 0.07)} ${round(h * 0.16)} ${round(-h * 0.05)} ${round(h * 0.2)} 0
    C${round(h * 0.16)} ${round(h * 0.05)} ${round(h * 0.07)} ${round(h * 0.05)} 0 0Z`;
}
