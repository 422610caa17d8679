import { type Box, boundsOf, grown } from "./bounds.ts";
import { chance, hash } from "./chance.ts";

export type Stop = readonly [offset: number, colour: string, alpha?: number];
/** x1, y1, x2, y2 in shares of the painted shape. */
export type Direction = readonly [number, number, number, number];

export const ACROSS: Direction = [0, 0, 1, 0];
export const DOWN: Direction = [0, 0, 0, 1];

/** How a shape is painted; a stroke without a fill leaves the inside open. */
export type Paint = {
  rx?: number;
  fill?: string;
  fillOpacity?: number;
  opacity?: number;
  stroke?: string;
  strokeOpacity?: number;
  strokeWidth?: number;
  roundEnds?: boolean;
  evenOdd?: boolean;
  transform?: string;
  /** Deviation of a Gaussian blur. */
  blur?: number;
};

/** One decimal is finer than a pixel of any size we render. */
export function round(value: number): number {
  return Number(value.toFixed(1));
}

/** Path data written over several lines: the breaks are left out. */
export function d(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return parts.map((part, index) => part.replaceAll(/\n\s*/g, "") + (values[index] ?? "")).join("");
}

/**
 * A drawing in the making. Shapes come back as markup; gradients, blurs, clips and glyphs they refer to are
 * collected, each once, under ids that follow from the drawing's identity, so two drawings on a page never mix.
 */
export class Canvas {
  readonly uid: string;
  readonly random: () => number;
  readonly #ids = new Map<string, string>();
  readonly #defs: string[] = [];

  /** @param identity everything the drawing follows from; `key` alone decides what is drawn at random. */
  constructor(identity: Record<string, unknown>) {
    const whole = JSON.stringify(identity);
    this.uid = `f${hash(whole).toString(36)}`;
    this.random = chance(typeof identity.key === "string" && identity.key !== "" ? identity.key : whole);
  }

  /** The id of a definition; `make` writes it the first time it is asked for. */
  define(key: string, make: (id: string) => string): string {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.uid + this.#ids.size.toString(36);
    this.#ids.set(key, id);
    this.#defs.push(make(id));
    return id;
  }

  linear(stops: readonly Stop[], [x1, y1, x2, y2]: Direction = ACROSS): string {
    const at = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
    const inner = stopTags(stops);
    const id = this.define(
      `linear ${at} ${inner}`,
      (id) => `<linearGradient id="${id}" ${at}>${inner}</linearGradient>`,
    );
    return `url(#${id})`;
  }

  radial(stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    const at = `cx="${cx}" cy="${cy}" r="${r}"`;
    const inner = stopTags(stops);
    const id = this.define(
      `radial ${at} ${inner}`,
      (id) => `<radialGradient id="${id}" ${at}>${inner}</radialGradient>`,
    );
    return `url(#${id})`;
  }

  /** The id of a clip for `clipped`. */
  clip(path: string, rule: "nonzero" | "evenodd" = "nonzero"): string {
    const attribute = rule === "evenodd" ? ' clip-rule="evenodd"' : "";
    return this.define(
      `clip ${rule} ${path}`,
      (id) => `<clipPath id="${id}"><path${attribute} d="${path}"/></clipPath>`,
    );
  }

  path(path: string, paint: Paint): string {
    return `<path d="${path}"${this.#painted(paint, () => boundsOf(path))}/>`;
  }

  rect(x: number, y: number, width: number, height: number, paint: Paint): string {
    const at = `x="${tidy(x)}" y="${tidy(y)}" width="${tidy(width)}" height="${tidy(height)}"`;
    return `<rect ${at}${this.#painted(paint, () => ({ x, y, w: width, h: height }))}/>`;
  }

  circle(cx: number, cy: number, r: number, paint: Paint): string {
    const at = `cx="${tidy(cx)}" cy="${tidy(cy)}" r="${tidy(r)}"`;
    return `<circle ${at}${this.#painted(paint, () => ({ x: cx - r, y: cy - r, w: 2 * r, h: 2 * r }))}/>`;
  }

  ellipse(cx: number, cy: number, rx: number, ry: number, paint: Paint): string {
    const at = `cx="${tidy(cx)}" cy="${tidy(cy)}" rx="${tidy(rx)}" ry="${tidy(ry)}"`;
    return `<ellipse ${at}${this.#painted(paint, () => ({ x: cx - rx, y: cy - ry, w: 2 * rx, h: 2 * ry }))}/>`;
  }

  /** The finished picture. `slice`: an `<img>` of another shape is filled, not letterboxed. */
  picture(
    width: number,
    height: number,
    body: string,
    more: { title?: string | undefined; slice?: boolean } = {},
  ): string {
    const name = more.title ? `role="img" aria-label="${escaped(more.title)}"` : 'aria-hidden="true"';
    const fit = more.slice ? ' preserveAspectRatio="xMidYMid slice"' : "";
    const at = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${at} ${name}${fit}><defs>${this.#defs.join("")}</defs>${body}</svg>`;
  }

  #painted(paint: Paint, bounds: () => Box): string {
    const open = paint.stroke !== undefined && paint.fill === undefined ? ' fill="none"' : "";
    if (paint.blur === undefined) return open + attributes(paint);
    const reach = 3 * paint.blur + (paint.stroke === undefined ? 0 : (paint.strokeWidth ?? 1));
    return `${open}${attributes(paint)} filter="url(#${this.#blur(paint.blur, grown(bounds(), reach))})"`;
  }

  // The region is kept tight: a renderer works on all of it, and nine tenths of a pack's time went into empty corners.
  #blur(deviation: number, { x, y, w, h }: Box): string {
    const region = `filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${w}" height="${h}"`;
    return this.define(
      `blur ${deviation} ${region}`,
      (id) => `<filter id="${id}" ${region}><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
    );
  }
}

/** Markup that shows only inside a clip of the canvas. */
export function clipped(clip: string, inner: string): string {
  return `<g clip-path="url(#${clip})">${inner}</g>`;
}

export function moved(transform: string, inner: string): string {
  return `<g transform="${transform}">${inner}</g>`;
}

/** Shapes that share a paint; a blur does not pass to a group. */
export function together(paint: Omit<Paint, "blur">, inner: string): string {
  return `<g${attributes(paint)}>${inner}</g>`;
}

function attributes(paint: Paint): string {
  let out = "";
  if (paint.rx !== undefined) out += ` rx="${tidy(paint.rx)}"`;
  if (paint.fill !== undefined) out += ` fill="${paint.fill}"`;
  if (paint.fillOpacity !== undefined) out += ` fill-opacity="${tidy(paint.fillOpacity)}"`;
  if (paint.opacity !== undefined) out += ` opacity="${tidy(paint.opacity)}"`;
  if (paint.stroke !== undefined) out += ` stroke="${paint.stroke}"`;
  if (paint.strokeOpacity !== undefined) out += ` stroke-opacity="${tidy(paint.strokeOpacity)}"`;
  if (paint.strokeWidth !== undefined) out += ` stroke-width="${tidy(paint.strokeWidth)}"`;
  if (paint.roundEnds) out += ' stroke-linecap="round"';
  if (paint.evenOdd) out += ' fill-rule="evenodd"';
  if (paint.transform !== undefined) out += ` transform="${paint.transform}"`;
  return out;
}

function stopTags(stops: readonly Stop[]): string {
  return stops
    .map(([offset, colour, alpha = 1]) => {
      const opacity = alpha === 1 ? "" : ` stop-opacity="${tidy(alpha)}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${opacity}/>`;
    })
    .join("");
}

function tidy(value: number): number {
  return Number(value.toFixed(3));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char);
}
