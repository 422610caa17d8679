import { escapeHtml } from "../../design-system/text/html.ts";
import { type Box, getPathBounds, expandBox } from "./bounds.ts";
import { createRandom, hashText } from "./random.ts";

/** A stop of a gradient; offset and alpha are 0 to 1. */
export type Stop = readonly [offset: number, color: string, alpha?: number];
/** x1, y1, x2, y2 of a gradient, relative to the bounding box of the shape. */
export type Direction = readonly [number, number, number, number];

export const LEFT_TO_RIGHT: Direction = [0, 0, 1, 0];
export const TOP_TO_BOTTOM: Direction = [0, 0, 0, 1];

/** Presentation attributes of a shape. A stroke without a fill means `fill="none"`. */
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
  /** Standard deviation of a Gaussian blur. */
  blur?: number;
};

/** Rounds to one decimal, which is finer than a pixel at any rendered size. */
export function round(value: number): number {
  return Number(value.toFixed(1));
}

/** Template tag for path data on several lines; line breaks and indentation are removed. */
export function pathData(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return parts.map((part, index) => part.replaceAll(/\n\s*/g, "") + (values[index] ?? "")).join("");
}

/**
 * Builds an SVG. Shape methods return markup; the gradients, filters, clip paths and glyphs they refer to are collected
 * once each. Ids derive from the identity of the drawing, so several drawings on a page do not conflict.
 */
export class Canvas {
  readonly uid: string;
  readonly random: () => number;
  readonly #ids = new Map<string, string>();
  readonly #defs: string[] = [];

  /** @param identity all inputs of the drawing, the basis of ids; its `key` seeds the random generator. */
  constructor(identity: Record<string, unknown>) {
    const identityJson = JSON.stringify(identity);
    this.uid = `f${hashText(identityJson).toString(36)}`;
    this.random = createRandom(typeof identity.key === "string" && identity.key !== "" ? identity.key : identityJson);
  }

  /** Returns the id of a definition, whose markup `render` returns on first use of the key. */
  define(key: string, render: (id: string) => string): string {
    const existingId = this.#ids.get(key);
    if (existingId !== undefined) return existingId;
    const id = this.uid + this.#ids.size.toString(36);
    this.#ids.set(key, id);
    this.#defs.push(render(id));
    return id;
  }

  /** Returns a fill with a linear gradient. */
  linear(stops: readonly Stop[], [x1, y1, x2, y2]: Direction = LEFT_TO_RIGHT): string {
    const geometry = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
    const inner = renderStops(stops);
    const id = this.define(
      `linear ${geometry} ${inner}`,
      (id) => `<linearGradient id="${id}" ${geometry}>${inner}</linearGradient>`,
    );
    return `url(#${id})`;
  }

  /** Returns a fill with a radial gradient; center and radius are relative to the bounding box of the shape. */
  radial(stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    const geometry = `cx="${cx}" cy="${cy}" r="${r}"`;
    const inner = renderStops(stops);
    const id = this.define(
      `radial ${geometry} ${inner}`,
      (id) => `<radialGradient id="${id}" ${geometry}>${inner}</radialGradient>`,
    );
    return `url(#${id})`;
  }

  /** Returns the id of a clip path for `wrapInClip`. */
  clip(path: string, rule: "nonzero" | "evenodd" = "nonzero"): string {
    const attribute = rule === "evenodd" ? ' clip-rule="evenodd"' : "";
    return this.define(
      `clip ${rule} ${path}`,
      (id) => `<clipPath id="${id}"><path${attribute} d="${path}"/></clipPath>`,
    );
  }

  path(path: string, paint: Paint): string {
    return `<path d="${path}"${this.#renderPaint(paint, () => getPathBounds(path))}/>`;
  }

  rect(x: number, y: number, width: number, height: number, paint: Paint): string {
    const geometry = `x="${roundToThousandth(x)}" y="${roundToThousandth(y)}" width="${roundToThousandth(width)}" height="${roundToThousandth(height)}"`;
    return `<rect ${geometry}${this.#renderPaint(paint, () => ({ x, y, w: width, h: height }))}/>`;
  }

  circle(cx: number, cy: number, r: number, paint: Paint): string {
    const geometry = `cx="${roundToThousandth(cx)}" cy="${roundToThousandth(cy)}" r="${roundToThousandth(r)}"`;
    return `<circle ${geometry}${this.#renderPaint(paint, () => ({ x: cx - r, y: cy - r, w: 2 * r, h: 2 * r }))}/>`;
  }

  ellipse(cx: number, cy: number, rx: number, ry: number, paint: Paint): string {
    const geometry = `cx="${roundToThousandth(cx)}" cy="${roundToThousandth(cy)}" rx="${roundToThousandth(rx)}" ry="${roundToThousandth(ry)}"`;
    return `<ellipse ${geometry}${this.#renderPaint(paint, () => ({ x: cx - rx, y: cy - ry, w: 2 * rx, h: 2 * ry }))}/>`;
  }

  /** Returns the complete SVG. With `slice` an `<img>` of another aspect ratio is filled, not letterboxed. */
  picture(
    width: number,
    height: number,
    body: string,
    options: { title?: string | undefined; slice?: boolean } = {},
  ): string {
    const name = options.title ? `role="img" aria-label="${escapeHtml(options.title)}"` : 'aria-hidden="true"';
    const fit = options.slice ? ' preserveAspectRatio="xMidYMid slice"' : "";
    const geometry = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${geometry} ${name}${fit}><defs>${this.#defs.join("")}</defs>${body}</svg>`;
  }

  /** Renders the attributes of a shape, with its blur filter. */
  #renderPaint(paint: Paint, getBounds: () => Box): string {
    const noFill = paint.stroke !== undefined && paint.fill === undefined ? ' fill="none"' : "";
    if (paint.blur === undefined) return noFill + renderAttributes(paint);
    const blurMargin = 3 * paint.blur + (paint.stroke === undefined ? 0 : (paint.strokeWidth ?? 1));
    return `${noFill}${renderAttributes(paint)} filter="url(#${this.#blur(paint.blur, expandBox(getBounds(), blurMargin))})"`;
  }

  /** Returns the id of a blur filter. Its region is tight, because the cost of rendering grows with its area. */
  #blur(deviation: number, { x, y, w, h }: Box): string {
    const region = `filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${w}" height="${h}"`;
    return this.define(
      `blur ${deviation} ${region}`,
      (id) => `<filter id="${id}" ${region}><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
    );
  }
}

/** Returns a group clipped to a clip path of the canvas. */
export function wrapInClip(clip: string, inner: string): string {
  return `<g clip-path="url(#${clip})">${inner}</g>`;
}

/** Returns a group with a transform attribute. */
export function wrapInTransform(transform: string, inner: string): string {
  return `<g transform="${transform}">${inner}</g>`;
}

/** Returns a group of shapes that share presentation attributes, except blur. */
export function wrapInGroup(paint: Omit<Paint, "blur">, inner: string): string {
  return `<g${renderAttributes(paint)}>${inner}</g>`;
}

function renderAttributes(paint: Paint): string {
  let markup = "";
  if (paint.rx !== undefined) markup += ` rx="${roundToThousandth(paint.rx)}"`;
  if (paint.fill !== undefined) markup += ` fill="${paint.fill}"`;
  if (paint.fillOpacity !== undefined) markup += ` fill-opacity="${roundToThousandth(paint.fillOpacity)}"`;
  if (paint.opacity !== undefined) markup += ` opacity="${roundToThousandth(paint.opacity)}"`;
  if (paint.stroke !== undefined) markup += ` stroke="${paint.stroke}"`;
  if (paint.strokeOpacity !== undefined) markup += ` stroke-opacity="${roundToThousandth(paint.strokeOpacity)}"`;
  if (paint.strokeWidth !== undefined) markup += ` stroke-width="${roundToThousandth(paint.strokeWidth)}"`;
  if (paint.roundEnds) markup += ' stroke-linecap="round"';
  if (paint.evenOdd) markup += ' fill-rule="evenodd"';
  if (paint.transform !== undefined) markup += ` transform="${paint.transform}"`;
  return markup;
}

function renderStops(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, alpha = 1]) => {
      const opacity = alpha === 1 ? "" : ` stop-opacity="${roundToThousandth(alpha)}"`;
      return `<stop offset="${offset}" stop-color="${color}"${opacity}/>`;
    })
    .join("");
}

function roundToThousandth(value: number): number {
  return Number(value.toFixed(3));
}
