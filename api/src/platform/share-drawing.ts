import { drawable, drawnLine, fitted, lengthOf } from "./lettering.ts";
import { pictureTool } from "./picture-tool.ts";

/** What messengers and networks show of a link, in pixels. */
const SHEET = { width: 1200, height: 630 };
const EDGE = 64;
const QUALITY = 82;
const INK = "#17211c";
const INK_2 = "#47534c";
const EVERGREEN = "#1a5640";
const TITLE = { sizes: [72, 64, 56, 50, 44, 40], leading: 1.1, height: 300 };
const KICKER = 30;

/** The cloths that departments and posts lie on (design: Colours). */
const cloths: Readonly<Record<string, string>> = {
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

export type Sheet = {
  title: string;
  /** What stands over the title: a maker, a part of the shop. */
  line: string;
  cloth: string;
  /** A picture in any form that can be read; it fills the right side. */
  picture: Uint8Array | null;
  /** The name of the shop, and its square mark in any form that can be read. */
  shop: { name: string; logo: Uint8Array | null };
};

/** Where the mark stands, in pixels: beside the name, and on the folded corner where there is no picture. */
const SMALL_MARK = { left: EDGE, top: 56, size: 60 };
const LARGE_MARK = { left: 930, top: 350, size: 224 };

/** Draws what is shown of a shared link: the shop's name and a title in outlines, and a picture where there is one. */
export async function drawSheet({ title, line, cloth, picture, shop }: Sheet): Promise<Buffer<ArrayBuffer>> {
  const side = picture && (await sideOf(picture));
  const width = (side ? SHEET.width - side.width : SHEET.width - 300) - EDGE - EDGE / 2;
  const ground = cloths[cloth] ?? cloths["shiro"] ?? "#fff";
  const drawing = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${SHEET.height}">`,
    `<rect width="100%" height="100%" fill="${ground}"/>`,
    side ? "" : fold(),
    drawnLine(drawable(shop.name), { x: shop.logo ? EDGE + 76 : EDGE, y: 102, size: 46, fill: EVERGREEN }),
    words(title, line, width),
    "</svg>",
  ].join("");
  const sharp = await pictureTool();
  const sheet = sharp(Buffer.from(drawing));
  const marks = side ? [SMALL_MARK] : [SMALL_MARK, LARGE_MARK];
  const whole = sheet.composite([
    ...(side ? [{ input: side.content, left: SHEET.width - side.width, top: 0 }] : []),
    ...(shop.logo ? await Promise.all(marks.map((place) => placed(shop.logo ?? new Uint8Array(), place))) : []),
  ]);
  return Buffer.from(await whole.jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer());
}

/** The mark at a place and size; drawings are rendered large enough first. */
async function placed(logo: Uint8Array, { left, top, size }: typeof SMALL_MARK) {
  const sharp = await pictureTool();
  const input = await sharp(logo, { density: 400 })
    .resize(size, size, { fit: "contain", background: "#ffffff00" })
    .png()
    .toBuffer();
  return { input, left, top };
}

/** A folded corner of the cloth where there is nothing to show. */
function fold(): string {
  return `<path d="M1200 0v630H700Z" fill="#17211c" opacity=".05"/><path d="M1200 210v420H880Z" fill="#17211c" opacity=".06"/>`;
}

/** The title stands on the foot of the sheet, what it belongs to above it. */
function words(title: string, line: string, width: number): string {
  const said = drawable(title);
  const above = drawable(line);
  const { size, lines } = fitted(said, { ...TITLE, width });
  const top = SHEET.height - EDGE - (lines.length - 1) * size * TITLE.leading - size * 0.08;
  const drawn = lines.map((one, at) =>
    drawnLine(one, { x: EDGE, y: top + at * size * TITLE.leading, size, fill: INK }),
  );
  const [fits = ""] = fitted(above, { sizes: [KICKER], width, height: KICKER, leading: 1 }).lines;
  if (lengthOf(fits, KICKER) === 0) return drawn.join("");
  return drawnLine(fits, { x: EDGE, y: top - size - 14, size: KICKER, fill: INK_2 }) + drawn.join("");
}

/** A picture of the sheet's height: a tall one as it is, a wide one cut at its sides. */
async function sideOf(picture: Uint8Array): Promise<{ content: Buffer; width: number }> {
  const sharp = await pictureTool();
  const { width, height } = await sharp(picture).metadata();
  const own = Math.round((SHEET.height * width) / height);
  const shown = Math.min(Math.max(own, 420), 640);
  const content = await sharp(picture)
    .resize({ width: shown, height: SHEET.height, fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toBuffer();
  return { content, width: shown };
}
