import { loadSharp } from "../platform/media/sharp.ts";
import { loadSvgRenderer, type MeasureText, renderSvg, renderTextLine, toDrawableText } from "./svg-renderer.ts";
import { fitText } from "./text-layout.ts";

/** The size of Open Graph images, in pixels. */
const IMAGE_SIZE = { width: 1200, height: 630 };
const MARGIN = 64;
const QUALITY = 82;
const TEXT_COLOR = "#17211c";
const SECONDARY_TEXT_COLOR = "#47534c";
const BRAND_COLOR = "#1a5640";
const TITLE_LAYOUT = { sizes: [72, 64, 56, 50, 44, 40], leading: 1.1, height: 300 };
const EYEBROW_SIZE = 30;

/** The values of the theme colors, as in the design tokens `--color-cloth-*`. */
const themeColorValues: Readonly<Record<string, string>> = {
  sakura: "#f4e4e1",
  fuji: "#e8e5ee",
  shiro: "#ecede8",
  wakaba: "#e4ecdd",
  mizu: "#dfeaee",
  asagi: "#dceae6",
  tamago: "#f5ebcf",
  matcha: "#e6e9d3",
  kaki: "#f4e1d3",
  tokiwa: "#d6e6dc",
};

export type OgImage = {
  title: string;
  /** The text above the title: a brand, or a section of the store. */
  eyebrow: string;
  themeColor: string;
  /** An image in any format that sharp can read; it fills the right side. */
  image: Uint8Array | null;
  /** The name of the store, and its square logo in any format that sharp can read. */
  store: { name: string; logo: Uint8Array | null };
};

/** Position and size of the logo in pixels: next to the name, and on the folded corner if there is no image. */
const SMALL_LOGO = { left: MARGIN, top: 56, size: 60 };
const LARGE_LOGO = { left: 930, top: 350, size: 224 };

/**
 * Renders the Open Graph image of a page: the name of the store, a title, and an image if there is one.
 * @returns a JPEG
 */
export async function renderOgImage({
  title,
  eyebrow,
  themeColor,
  image,
  store,
}: OgImage): Promise<Buffer<ArrayBuffer>> {
  const sideImage = image && (await renderSideImage(image));
  const width = (sideImage ? IMAGE_SIZE.width - sideImage.width : IMAGE_SIZE.width - 300) - MARGIN - MARGIN / 2;
  const backgroundColor = themeColorValues[themeColor] ?? themeColorValues["shiro"] ?? "#fff";
  const { measureText, rasterize } = await loadSvgRenderer();
  const svg = renderSvg(
    IMAGE_SIZE.width,
    IMAGE_SIZE.height,
    [
      `<rect width="100%" height="100%" fill="${backgroundColor}"/>`,
      sideImage ? "" : renderFoldedCorner(),
      renderTextLine(toDrawableText(store.name), {
        x: store.logo ? MARGIN + 76 : MARGIN,
        y: 102,
        size: 46,
        fill: BRAND_COLOR,
      }),
      renderText({ title, eyebrow, width }, measureText),
    ].join(""),
  );
  const sharp = await loadSharp();
  const { pixels } = await rasterize(svg);
  const background = sharp(pixels, { raw: { ...IMAGE_SIZE, channels: 4 } });
  const logoPlaces = sideImage ? [SMALL_LOGO] : [SMALL_LOGO, LARGE_LOGO];
  const composed = background.composite([
    ...(sideImage ? [{ input: sideImage.content, left: IMAGE_SIZE.width - sideImage.width, top: 0 }] : []),
    ...(store.logo
      ? await Promise.all(logoPlaces.map((place) => renderLogo(store.logo ?? new Uint8Array(), place)))
      : []),
  ]);
  return Buffer.from(await composed.jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer());
}

/** Renders the logo at a position and size; SVG logos are rasterized at a high density first. */
async function renderLogo(logo: Uint8Array, { left, top, size }: typeof SMALL_LOGO) {
  const sharp = await loadSharp();
  const input = await sharp(logo, { density: 400 })
    .resize(size, size, { fit: "contain", background: "#ffffff00" })
    .png()
    .toBuffer();
  return { input, left, top };
}

/** Renders a folded corner, if there is no image. */
function renderFoldedCorner(): string {
  return `<path d="M1200 0v630H700Z" fill="#17211c" opacity=".05"/><path d="M1200 210v420H880Z" fill="#17211c" opacity=".06"/>`;
}

/** Renders the title at the bottom, with the eyebrow above it. */
function renderText(
  { title, eyebrow, width }: { title: string; eyebrow: string; width: number },
  measureText: MeasureText,
): string {
  const { size, lines } = fitText(toDrawableText(title), { ...TITLE_LAYOUT, width }, measureText);
  const top = IMAGE_SIZE.height - MARGIN - (lines.length - 1) * size * TITLE_LAYOUT.leading - size * 0.08;
  const titleLines = lines.map((line, index) =>
    renderTextLine(line, { x: MARGIN, y: top + index * size * TITLE_LAYOUT.leading, size, fill: TEXT_COLOR }),
  );
  const eyebrowLayout = { sizes: [EYEBROW_SIZE], width, height: EYEBROW_SIZE, leading: 1 };
  const eyebrowLines = fitText(toDrawableText(eyebrow), eyebrowLayout, measureText).lines.map((line) =>
    renderTextLine(line, { x: MARGIN, y: top - size - 14, size: EYEBROW_SIZE, fill: SECONDARY_TEXT_COLOR }),
  );
  return [...eyebrowLines, ...titleLines].join("");
}

/** Resizes an image to the full height; the sides of a wide one are cropped. */
async function renderSideImage(image: Uint8Array): Promise<{ content: Buffer; width: number }> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(image).metadata();
  const naturalWidth = Math.round((IMAGE_SIZE.height * width) / height);
  const shownWidth = Math.min(Math.max(naturalWidth, 420), 640);
  const content = await sharp(image)
    .resize({ width: shownWidth, height: IMAGE_SIZE.height, fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toBuffer();
  return { content, width: shownWidth };
}
